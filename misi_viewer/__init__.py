"""MiSI Viewer: molecules as vision-language models are shown them."""
