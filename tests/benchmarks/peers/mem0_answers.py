"""mem0 with `infer=False`, which stores what it is given: its own vector store, without a model."""

import json
import os
import sys
import tempfile
import time

os.environ.update(MEM0_TELEMETRY="False", OPENAI_API_KEY="none")  # read when it is imported; no model is asked

from langchain_core.embeddings import Embeddings
from mem0 import Memory

from shared.embedding.embedder import DIMENSIONS, vector_of


class OurEmbedder(Embeddings):
    """The same one for everybody."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Of what is stored."""
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        """Of a question."""
        return [float(number) for number in vector_of(text)]


def main() -> None:
    """Conversations and questions come in as JSON; the numbers of the texts go out, the best first."""
    given = json.load(sys.stdin)
    orders, ms, ingest = [], [], 0.0
    with tempfile.TemporaryDirectory() as folder:
        memory = Memory.from_config(
            {
                "embedder": {"provider": "langchain", "config": {"model": OurEmbedder()}},
                "vector_store": {
                    "provider": "qdrant",
                    "config": {"path": folder, "embedding_model_dims": DIMENSIONS, "on_disk": True},
                },
                "history_db_path": f"{folder}/history.db",
            }
        )
        for number, conversation in enumerate(given["conversations"]):
            began = time.perf_counter()
            for turn, text in enumerate(conversation["texts"]):
                memory.add(text, user_id=str(number), metadata={"turn": turn}, infer=False)
            ingest += time.perf_counter() - began
            for question in conversation["questions"]:
                began = time.perf_counter()
                found = memory.search(question, filters={"user_id": str(number)}, top_k=given["depth"], threshold=0.0)
                orders.append([one["metadata"]["turn"] for one in found["results"]])
                ms.append((time.perf_counter() - began) * 1_000)
    json.dump({"orders": orders, "ms": ms, "ingest_s": ingest}, sys.stdout)


main()
