"""Every panel of the window, declared once."""

from __future__ import annotations

from misi_viewer.gui.docks.command_line import CommandLinePanel
from misi_viewer.gui.docks.complexes import ComplexesPanel
from misi_viewer.gui.docks.hydrogen_bonds import HydrogenBondsPanel
from misi_viewer.gui.docks.ligand import LigandPanel
from misi_viewer.gui.docks.measurements import MeasurementsPanel
from misi_viewer.gui.docks.named_views import NamedViewsPanel
from misi_viewer.gui.docks.panel import DockSpec
from misi_viewer.gui.docks.structure import StructurePanel
from misi_viewer.gui.docks.style_editor import StylePanel
from misi_viewer.gui.explorer.cases_panel import CasesPanel
from misi_viewer.gui.explorer.charts.panel import PatternsPanel
from misi_viewer.gui.explorer.question_panel import QuestionPanel

__all__ = ["DOCKS"]

DOCKS = (
    DockSpec(
        "hydrogen_bonds",
        "Hydrogen &bonds",
        "mdi6.dots-horizontal",
        "right",
        "Hydrogen bonds between pocket and ligand, and why a pair of atoms has one or not",
        HydrogenBondsPanel,
    ),
    DockSpec(
        "ligand",
        "&Ligand",
        "mdi6.hexagon-outline",
        "right",
        "The ligand drawn in two dimensions, its formula, weight and SMILES",
        LigandPanel,
    ),
    DockSpec(
        "named_views",
        "Named &views",
        "mdi6.bookmark-outline",
        "right",
        "Views that have been given a name",
        NamedViewsPanel,
        opened=False,
    ),
    DockSpec(
        "measurements",
        "&Measurements",
        "mdi6.ruler",
        "right",
        "Distances, angles and dihedrals between picked atoms",
        MeasurementsPanel,
        opened=False,
    ),
    DockSpec(
        "style",
        "St&yle",
        "mdi6.palette-outline",
        "right",
        "Colours, radii, light, fading and labels, to be changed and saved",
        StylePanel,
        opened=False,
    ),
    DockSpec(
        "structure",
        "&Structure",
        "mdi6.file-tree-outline",
        "left",
        "Chains, residues and atoms: show and hide, select and find them",
        StructurePanel,
    ),
    DockSpec(
        "complexes",
        "Comple&xes",
        "mdi6.layers-outline",
        "right",
        "What is open: show and hide each complex, and choose the one to work with",
        ComplexesPanel,
        opened=False,
    ),
    DockSpec(
        "question",
        "&Question",
        "mdi6.help-box-outline",
        "right",
        "The question as the model saw it, and what was answered",
        QuestionPanel,
        opened=False,
    ),
    DockSpec(
        "cases",
        "C&ases",
        "mdi6.table",
        "bottom",
        "The questions of a data set with models' answers: filter, sort and step through them",
        CasesPanel,
        opened=False,
    ),
    DockSpec(
        "patterns",
        "&Patterns",
        "mdi6.chart-bar",
        "bottom",
        "Charts of the listed cases: what failures depend on",
        lambda context: PatternsPanel(context, context.explorer),
        opened=False,
    ),
    DockSpec(
        "command_line",
        "&Command line",
        "mdi6.console",
        "bottom",
        "Type commands, and see the command for everything done by mouse and menu",
        CommandLinePanel,
    ),
)
"""In each area in the order of their tabs; the first one opened is in front."""
