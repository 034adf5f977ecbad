"""The data set as Croissant 1.1 describes it: JSON-LD that tools load data sets by."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from matto.dataset.card import LICENCE
from matto.dataset.fields import Field
from matto.dataset.shards import fields_of
from matto.dataset.summary import FileMade, Summary

PARQUET = "application/x-parquet"
PREFIXED = (
    *("arrayShape", "citeAs", "column", "containedIn", "equivalentProperty", "extract"),
    *("field", "fileObject", "fileProperty", "fileSet", "format", "includes", "isArray"),
    *("isLiveDataset", "jsonPath", "key", "md5", "parentField", "path", "recordSet"),
    *("references", "regex", "repeated", "replace", "samplingRate", "separator", "source"),
    *("subField", "transform"),
)
CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "description": {"@container": "@language"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "name": {"@container": "@language"},
    "sc": "https://schema.org/",
    **{name: f"cr:{name}" for name in PREFIXED},
}
"""The context that every Croissant file begins with."""

TYPES = (
    (pa.types.is_boolean, "sc:Boolean"),
    (pa.types.is_integer, "sc:Integer"),
    (pa.types.is_floating, "sc:Float"),
    (pa.types.is_string, "sc:Text"),
)


def croissant_of(summary: Summary) -> bytes:
    """Give the description, indented, with a checksum of each file."""
    recipe = summary.recipe
    game, _ = recipe.found_game()
    tables = dict(zip(("decisions", "deals"), fields_of(recipe), strict=True))
    described = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "name": f"matto-{recipe.game}-{recipe.deals}",
        "description": f"{summary.decisions} decisions of {recipe.deals} deals of {game.name}.",
        "conformsTo": "http://mlcommons.org/croissant/1.1",
        "license": LICENCE,
        "version": "1.0.0",
        "citeAs": f"the matto authors: {game.name}, {recipe.deals} deals, matto {recipe.matto}",
        "creator": {"@type": "sc:Organization", "name": "the matto authors"},
        "keywords": ["card games", "imperfect information", "tarock"],
        "distribution": [
            *map(_file, summary.files),
            *(_file_set(table) for table in tables),
        ],
        "recordSet": [_record_set(table, fields) for table, fields in tables.items()],
    }
    return json.dumps(described, indent=1, ensure_ascii=False).encode() + b"\n"


def _file(made: FileMade) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": made.name,
        "name": made.name,
        "contentUrl": made.name,
        "contentSize": f"{made.size} B",
        "encodingFormat": PARQUET,
        "sha256": made.sha256,
    }


def _file_set(table: str) -> dict[str, Any]:
    return {
        "@type": "cr:FileSet",
        "@id": f"{table}-files",
        "name": f"{table}-files",
        "encodingFormat": PARQUET,
        "includes": f"{table}/*.parquet",
    }


def _record_set(table: str, fields: Sequence[Field]) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": table,
        "name": table,
        "field": [_field(table, field) for field in fields],
    }


def _field(table: str, field: Field) -> dict[str, Any]:
    kind, shape = field.arrow.type, []
    while pa.types.is_list(kind) or pa.types.is_fixed_size_list(kind):
        shape.append(kind.list_size if pa.types.is_fixed_size_list(kind) else -1)
        kind = kind.value_type
    described = {
        "@type": "cr:Field",
        "@id": f"{table}/{field.name}",
        "name": field.name,
        "description": field.about,
        "dataType": next(name for is_it, name in TYPES if is_it(kind)),
        "source": {
            "fileSet": {"@id": f"{table}-files"},
            "extract": {"column": field.name},
        },
    }
    if not shape:
        return described
    return described | {"isArray": True, "arrayShape": ",".join(map(str, shape))}
