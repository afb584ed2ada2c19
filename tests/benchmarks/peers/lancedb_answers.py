"""LanceDB with its hybrid search: full text and meaning, put together by reciprocal rank as it comes."""

import json
import sys
import tempfile
import time

import lancedb
from lancedb.index import FTS
from lancedb.rerankers import RRFReranker

from shared.embedding.embedder import vector_of


def main() -> None:
    """Conversations and questions come in as JSON; the numbers of the texts go out, the best first."""
    given = json.load(sys.stdin)
    orders, ms, ingest = [], [], 0.0
    reranker = RRFReranker()
    with tempfile.TemporaryDirectory() as folder:
        database = lancedb.connect(folder)
        for number, conversation in enumerate(given["conversations"]):
            began = time.perf_counter()
            texts = enumerate(conversation["texts"])
            rows = [{"turn": turn, "text": text, "vector": vector_of(text)} for turn, text in texts]
            table = database.create_table(f"conversation_{number}", rows)
            table.create_index("text", config=FTS())
            ingest += time.perf_counter() - began
            for question in conversation["questions"]:
                began = time.perf_counter()
                search = table.search(query_type="hybrid").vector(vector_of(question)).text(_plain(question))
                orders.append([row["turn"] for row in search.rerank(reranker).limit(given["depth"]).to_list()])
                ms.append((time.perf_counter() - began) * 1_000)
    json.dump({"orders": orders, "ms": ms, "ingest_s": ingest}, sys.stdout)


def _plain(question: str) -> str:
    """Its query language has signs of its own."""
    return "".join(sign if sign.isalnum() else " " for sign in question)


main()
