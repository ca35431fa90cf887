package io.racedet.samples.drivers;

import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.select.Evaluator;
import org.jsoup.select.QueryParser;

/** jsoup 2088: two threads search different documents with one compiled query. */
public final class SharedQuery implements Callable<Runnable[]> {
  @Override
  public Runnable[] call() {
    Evaluator query = QueryParser.parse("div:has(p)");
    Document one = Jsoup.parse("<div><p>1</div><div>2</div>");
    Document other = Jsoup.parse("<div><p>1</div><div>2</div>");
    return new Runnable[] {() -> search(one, query), () -> search(other, query)};
  }

  private static void search(Document document, Evaluator query) {
    try {
      document.select(query);
    } catch (NullPointerException | NoSuchElementException e) {
      // The occasional failure from the bug reports. The race exists whether or not it occurs.
    }
  }
}
