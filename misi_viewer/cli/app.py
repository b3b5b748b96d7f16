"""The program's entry point: choose the command, turn errors into one sentence and an exit status."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import NoReturn

from misi_viewer import __version__
from misi_viewer.cli.status import EXIT_BAD_INPUT, EXIT_BROKEN_PIPE, EXIT_INTERRUPTED
from misi_viewer.errors import UserError, describe_error

__all__ = ["main"]

PROGRAM = "misi-viewer"


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaint is one sentence on stderr."""

    def error(self, message: str) -> NoReturn:
        """Print what is wrong with the arguments and exit with status 2."""
        sentence = message[:1].upper() + message[1:].rstrip(".")
        print(f"{self.prog}: {sentence}; see '{self.prog} --help'.", file=sys.stderr)
        raise SystemExit(EXIT_BAD_INPUT)


@dataclass(frozen=True, slots=True)
class CommandEntry:
    """A command of the program: its name, its summary and the module that holds it."""

    name: str
    summary: str
    module: str


COMMANDS = (
    CommandEntry("render", "draw pictures of complexes, as the benchmark draws them", "misi_viewer.cli.render"),
    CommandEntry(
        "camera", "print the camera and every displayed atom's place in the picture", "misi_viewer.cli.camera"
    ),
    CommandEntry("hbonds", "find the hydrogen bonds between pocket and ligand", "misi_viewer.cli.hbonds"),
    CommandEntry("atoms", "print atoms, bonds and IDATM types", "misi_viewer.cli.atoms"),
    CommandEntry("generate", "make a data set: questions about complexes, and pictures", "misi_viewer.cli.generate"),
    CommandEntry("verify", "draw a data set's pictures again and compare", "misi_viewer.cli.verify"),
    CommandEntry("import", "index data sets and predictions in a catalogue", "misi_viewer.cli.import_"),
    CommandEntry("score", "score predictions, beside the published results", "misi_viewer.cli.score"),
    CommandEntry("explore", "open the window on a data set and models' answers to it", "misi_viewer.cli.explore"),
    CommandEntry("link", "tell where the complexes of a data set lie", "misi_viewer.cli.link"),
    CommandEntry("download", "fetch the published data set", "misi_viewer.cli.download"),
    CommandEntry("fetch", "fetch an entry of the Protein Data Bank by its id", "misi_viewer.cli.fetch"),
    CommandEntry("ligands", "list the ligands or molecules that --ligand can choose", "misi_viewer.cli.ligands"),
    CommandEntry("styles", "list the styles, or save one as a file of your own", "misi_viewer.cli.styles"),
    CommandEntry("info", "print versions, OpenGL and paths: what a bug report needs", "misi_viewer.cli.info"),
)

USAGE = """\
usage: {program} [--software] [FILES...]     open the window
       {program} COMMAND ...                 run a command; '{program} COMMAND --help' explains it
       {program} --version | --help

Look at protein-ligand complexes the way vision-language models are shown them.

commands:
{commands}

A complex is a folder as in PDBbind (1k22/ with 1k22_pocket.pdb and
1k22_ligand.mol2 or .sdf), POCKET+LIGAND, or one structure file with
--ligand NAME. PDB, mmCIF, BinaryCIF, MOL2 and SDF are read, each also as .gz."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program.

    Parameters
    ----------
    arguments
        The command line without the program's name; ``sys.argv[1:]`` if None.

    Returns
    -------
    int
        The exit status: 0, 1 when some of several complexes failed, 2 for bad
        input, 130 after Ctrl-C.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        status = _dispatch(words)
        if sys.stdout is not None:  # None where it was closed from the start
            sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        print(f"{PROGRAM}: stopped.", file=sys.stderr)
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone; keep the interpreter from complaining when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_BROKEN_PIPE
    except (UserError, OSError) as error:
        print(f"{PROGRAM}: {describe_error(error)}", file=sys.stderr)
        return EXIT_BAD_INPUT


def _dispatch(words: list[str]) -> int:
    first = words[0] if words else ""
    if first in ("-h", "--help"):
        print(_usage())
        return 0
    if first in ("-V", "--version"):
        print(f"{PROGRAM} {__version__}")
        return 0
    entry = next((entry for entry in COMMANDS if entry.name == first), None)
    module = import_module(entry.module if entry else "misi_viewer.cli.window")
    parser = Parser(
        prog=f"{PROGRAM} {entry.name}" if entry else PROGRAM,
        description=(module.__doc__ or "").strip(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add_arguments: Callable[[argparse.ArgumentParser], None] = module.add_arguments
    run: Callable[[argparse.Namespace], int] = module.run
    add_arguments(parser)
    try:
        options = parser.parse_args(words[1:] if entry else words)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else EXIT_BAD_INPUT
    return run(options)


def _usage() -> str:
    width = max(len(entry.name) for entry in COMMANDS)
    commands = "\n".join(f"  {entry.name:<{width}}  {entry.summary}" for entry in COMMANDS)
    return USAGE.format(program=PROGRAM, commands=commands)
