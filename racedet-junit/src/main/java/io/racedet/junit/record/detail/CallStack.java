package io.racedet.junit.record.detail;

import io.racedet.junit.record.merge.LogCursor;
import io.racedet.junit.record.sites.MethodInfo;
import io.racedet.junit.record.sites.Site;
import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.runtime.memory.Layout;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The woven methods that one thread is in, from its ENTER and EXIT records. */
final class CallStack {
  private final SiteCatalog catalog;
  private final LongArrayList enters = new LongArrayList();

  CallStack(SiteCatalog catalog) {
    this.catalog = catalog;
  }

  void record(LogCursor at) {
    if (at.kind() == Layout.ENTER) {
      enters.add(at.head());
    } else if (at.kind() == Layout.EXIT && !enters.isEmpty()) {
      enters.removeLong(enters.size() - 1);
    }
  }

  /** The frames, innermost first, when the thread is at this site. */
  List<StackTraceElement> frames(int site) {
    List<StackTraceElement> frames = new ArrayList<>(enters.size() + 1);
    int inner = site;
    for (int i = enters.size() - 1; i >= 0; i--) {
      long enter = enters.getLong(i);
      addFrames(frames, inner, catalog.method(Layout.method(enter)));
      inner = Layout.callSite(enter);
    }
    frame(catalog, inner).ifPresent(frames::add);
    return List.copyOf(frames);
  }

  /* The site that the method was left by belongs to it, unless an entry has not been recorded. */
  private void addFrames(List<StackTraceElement> frames, int inner, MethodInfo method) {
    if (inner >= 0 && catalog.site(inner).method().equals(method)) {
      frames.add(frame(method, catalog.site(inner).line()));
    } else {
      frame(catalog, inner).ifPresent(frames::add);
      frames.add(frame(method, 0));
    }
  }

  static Optional<StackTraceElement> frame(SiteCatalog catalog, int site) {
    if (site < 0) {
      return Optional.empty();
    }
    Site known = catalog.site(site);
    return Optional.of(frame(known.method(), known.line()));
  }

  private static StackTraceElement frame(MethodInfo method, int line) {
    String file = method.fileName().isEmpty() ? null : method.fileName();
    return new StackTraceElement(method.className(), method.name(), file, line > 0 ? line : -1);
  }
}
