package io.racedet.junit.record.merge;

import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.runtime.log.Layout;
import java.util.Arrays;

/**
 * Which threads are in an accessor, a method by which a class of the same nest accesses a private
 * field: the access is told of its caller, since all callers share the one instruction of it.
 */
final class AccessorCalls {
  private final SiteCatalog catalog;
  private final TraceIds ids;
  private int[] calls = new int[16]; // by slot: the call of the accessor it is in, plus 1

  AccessorCalls(SiteCatalog catalog, TraceIds ids) {
    this.catalog = catalog;
    this.ids = ids;
  }

  /** The thread enters or leaves a method. */
  void record(LogCursor at) {
    int slot = at.slot();
    if (slot >= calls.length) {
      calls = Arrays.copyOf(calls, Math.max(slot + 1, 2 * calls.length));
    }
    boolean enters = at.kind() == Layout.ENTER;
    int method = enters ? Layout.method(at.head()) : Layout.NONE;
    boolean isAccessor = method != Layout.NONE && catalog.method(method).isAccessor();
    calls[slot] = isAccessor ? Layout.callSite(at.head()) + 1 : 0;
  }

  /** The number of an instruction of a thread, for events: with the call if it is an accessor's. */
  int placeOf(int slot, int site) {
    if (slot >= calls.length || calls[slot] == 0 || site < 0) {
      return site;
    }
    return catalog.site(site).method().isAccessor() ? ids.called(site, calls[slot] - 1) : site;
  }
}
