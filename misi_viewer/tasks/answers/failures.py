"""Replies that are no replies: failed calls, refusals, nothing at all (spec formats.md)."""

from __future__ import annotations

import re

__all__ = ["call_failed", "is_nothing", "refuses"]

_FAILED = re.compile(
    r"[\W_]{0,10}(?:"
    r"failed to obtain answer|failed to (?:get|obtain|generate|fetch) (?:an? )?(?:answer|response|completion|reply)"
    r"|(?:api|request|server|http|https|network|connection|timeout|model|inference|generation|proxy|gateway|openai"
    r"|anthropic|openrouter|litellm|vllm|azure|runtime|rate limit|internal|internal server)[ _-]?"
    r"(?:error|exception|failure|failed|timed out)\b"
    r"|(?:error|exception|http)\s?(?:code|status)?\s?:?\s?[45]\d\d\b|(?:4(?:00|01|03|04|08|13|22|29)|50[0-4]|52\d)\s"
    r"(?:client error|server error|bad request|unauthorized|forbidden|not found|too many requests"
    r"|internal server error|bad gateway|service unavailable|gateway time-?out|unprocessable|payload too large)"
    r"|(?:service (?:temporarily )?unavailable|bad gateway|gateway time-?out|too many requests)\b"
    r"|(?:[a-z_]{1,30}\.){0,4}(?:api|rate|bad|internal|authentication|permission|service|connect|read|json|key|value|type"
    r"|runtime|timeout|out|http|overloaded|remote)[a-z]{0,30}(?:error|exception|disconnected|timeout)\b"
    r"|traceback \(most recent call last\)"
    r"|(?:the )?(?:request|call|connection|operation) (?:has )?"
    r"(?:timed out|was aborted|failed|was cancelled|reset by peer)"
    r"|rate limit (?:reached|exceeded)|cuda out of memory|cuda error"
    r"|(?:this|the) model'?s maximum context length|no response from|\{\s{0,8}\"error\"\s?:|error:|\[error\]"
    r"|max(?:imum)? retries exceeded|upstream connect error"
    r")",
    re.IGNORECASE,
)

_REFUSES = re.compile(
    r"\b(?:i(?:'m| am) (?:really |very |so |truly |deeply )?sorry|i apologi[sz]e|my apologies|unfortunately,? i"
    r"|i(?:'m| am)? (?:can ?not|can't|cannot|won't|will not|unable to|not able to|could not|couldn't|am not going to)"
    r"|(?:unable|impossible|not possible) to (?:determine|identify|tell|answer|provide|view|see|analy[sz]e|assist|help)"
    r"|(?:cannot|can't|can not|could not) be (?:determined|answered|identified|inferred)"
    r"|(?:not enough|insufficient) (?:information|data|detail)"
    r"|i (?:do not|don't) (?:know|have (?:the )?(?:ability|access|enough)|see any images?|feel comfortable)"
    r"|as an? (?:ai|language model|large language model)\b|against my (?:guidelines|policy)"
    r"|i (?:must|have to) (?:decline|refuse)|i(?:'d| would) (?:rather|prefer) not|i decline|i refuse"
    r"|no images? (?:was|were|is|are|has been|have been) (?:provided|attached|given)"
    r"|please (?:provide|upload|share) (?:the )?(?:images?|pictures?))\b"
    r"|\u62b1\u6b49|\u5bf9\u4e0d\u8d77|\u65e0\u6cd5",
    re.IGNORECASE,
)

_NOTHING = re.compile(r"[\W_]*(?:nan|null|n/?a|<na>|undefined|no answer|no response|empty|blank)?[\W_]*", re.IGNORECASE)
_LONGEST_NOTHING = 200


def call_failed(text: str) -> bool:
    """Return whether a reply is the message of a program that got none."""
    return _FAILED.match(text) is not None


def refuses(text: str) -> bool:
    """Return whether a reply says that no answer will be given."""
    return _REFUSES.search(text) is not None


def is_nothing(text: str) -> bool:
    """Return whether a reply is empty, or what an empty cell of a table reads as."""
    return not text.strip() or (len(text) <= _LONGEST_NOTHING and _NOTHING.fullmatch(text) is not None)
