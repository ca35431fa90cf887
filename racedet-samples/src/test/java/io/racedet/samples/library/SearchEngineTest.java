package io.racedet.samples.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherFactory;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lucene: several threads index, delete and search documents. */
class SearchEngineTest {
  private static final List<String> LUCENE = List.of("org.apache.lucene:lucene-core");

  /**
   * The version of the segments, which one method changes under the lock of the writer and another
   * one under that of the segments; their counter, changed under the lock of the segments and read
   * by their clone under that of the writer; the memory use of the deletions, read without a lock;
   * and their number, read for a log message after the lock could not be acquired.
   */
  private static final KnownRaces KNOWN =
      KnownRaces.on(
          "SegmentInfos.version",
          "SegmentInfos.counter",
          "Counter.SerialCounter.count",
          "FrozenBufferedUpdates.totalDelCount");

  @Test
  void index_underLoad_racesNowhereElse() {
    KNOWN.checkOthers(LUCENE, 1, () -> index(2, 2));
  }

  @Test
  @Tag("soak")
  void index_underLongLoad_racesNowhereElse() {
    KNOWN.checkOthers(LUCENE, 20, () -> index(4, 15));
  }

  private static void index(int threads, int documents) throws IOException {
    try (Directory directory = new ByteBuffersDirectory();
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig());
        SearcherManager searchers = new SearcherManager(writer, new SearcherFactory())) {
      Crew.of(
          threads,
          number -> {
            for (int i = 0; i < documents; i++) {
              add(writer, number, i);
              searchers.maybeRefresh();
              assertThat(count(searchers, "thread", "" + number)).isBetween(0, documents);
            }
            writer.deleteDocuments(new Term("id", number + "/0"));
            writer.commit();
          });
      searchers.maybeRefreshBlocking();
      for (int number = 0; number < threads; number++) {
        assertThat(count(searchers, "thread", "" + number)).isEqualTo(documents - 1);
      }
    }
  }

  private static void add(IndexWriter writer, int thread, int number) throws IOException {
    Document document = new Document();
    document.add(new StringField("thread", "" + thread, Field.Store.NO));
    document.add(new StringField("id", thread + "/" + number, Field.Store.YES));
    writer.addDocument(document);
  }

  private static int count(SearcherManager searchers, String field, String text)
      throws IOException {
    IndexSearcher searcher = searchers.acquire();
    try {
      return searcher.count(new TermQuery(new Term(field, text)));
    } finally {
      searchers.release(searcher);
    }
  }
}
