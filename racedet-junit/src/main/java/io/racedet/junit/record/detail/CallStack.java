package io.racedet.junit.record.detail;

import io.racedet.junit.record.merge.LogCursor;
import io.racedet.junit.record.sites.MethodInfo;
import io.racedet.junit.record.sites.Site;
import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.report.Frame;
import io.racedet.runtime.log.Layout;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;

/** The call stack of one thread, of instrumented methods only, from its ENTER and EXIT records. */
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

  /** The frames, innermost first, of the thread at a site. */
  List<Frame> frames(int site) {
    return frames(catalog, enters.toLongArray(), site);
  }

  /**
   * The methods that the thread is in, for {@link #frames(SiteCatalog, long[], int)}; those above
   * the one of the site it has called later.
   */
  long[] enters(int site) {
    if (site >= 0) {
      MethodInfo wanted = catalog.site(site).method();
      for (int count = enters.size(); count > 0; count--) {
        if (catalog.method(Layout.method(enters.getLong(count - 1))).equals(wanted)) {
          return enters.subList(0, count).toLongArray();
        }
      }
    }
    return enters.toLongArray();
  }

  /** The call of the innermost method; negative if it is not known. */
  int callSite() {
    return enters.isEmpty() ? Layout.NONE : Layout.callSite(enters.getLong(enters.size() - 1));
  }

  /** The frames, innermost first, of a thread in some methods at a site, without accessors. */
  static List<Frame> frames(SiteCatalog catalog, long[] enters, int site) {
    List<Frame> frames = new ArrayList<>(enters.length + 1);
    int inner = site;
    for (int i = enters.length - 1; i >= 0; i--) {
      long enter = enters[i];
      MethodInfo method = catalog.method(Layout.method(enter));
      if (!method.isAccessor()) {
        addFrames(catalog, frames, inner, method);
      }
      inner = Layout.callSite(enter);
    }
    addKnown(catalog, frames, inner);
    return List.copyOf(frames);
  }

  /* The inner site belongs to the method unless a method without an ENTER record is between them. */
  private static void addFrames(
      SiteCatalog catalog, List<Frame> frames, int inner, MethodInfo method) {
    if (inner >= 0 && catalog.site(inner).method().equals(method)) {
      frames.add(frame(method, catalog.site(inner).line()));
    } else {
      addKnown(catalog, frames, inner);
      frames.add(frame(method, 0));
    }
  }

  private static void addKnown(SiteCatalog catalog, List<Frame> frames, int site) {
    if (site >= 0) {
      frames.add(frame(catalog, site));
    }
  }

  /** The frame of a site; {@link Frame#UNKNOWN} if there is none. */
  static Frame frame(SiteCatalog catalog, int site) {
    if (site < 0) {
      return Frame.UNKNOWN;
    }
    Site known = catalog.site(site);
    return frame(known.method(), known.line());
  }

  private static Frame frame(MethodInfo method, int line) {
    return new Frame(method.className(), method.stableName(), method.fileName(), Math.max(0, line));
  }
}
