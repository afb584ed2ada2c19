"""A knob that nothing reads is a promise that nobody keeps."""

import ast

from tests.shape.source import PRODUCT, modules


def test_every_setting_is_read_somewhere() -> None:
    read = {
        node.attr
        for module in modules(*PRODUCT)
        for node in module.nodes
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
    }
    fields = {
        (f"{node.name}.{entry.target.id}", entry.target.id)
        for module in modules(*PRODUCT)
        if module.path.name in {"settings.py", "migrate.py"}
        for node in module.classes()
        for entry in node.body
        if isinstance(entry, ast.AnnAssign) and isinstance(entry.target, ast.Name)
    }
    assert not {full for full, name in fields if name not in read}
