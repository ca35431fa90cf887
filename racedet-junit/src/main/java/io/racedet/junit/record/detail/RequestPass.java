package io.racedet.junit.record.detail;

import io.racedet.event.Op;
import io.racedet.junit.record.merge.LogCursor;
import io.racedet.junit.record.merge.ThreadNames;
import io.racedet.junit.record.sites.Site;
import io.racedet.junit.record.sites.SiteCatalog;
import io.racedet.report.ReportedRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * A replay that collects the details of given requests for locks, with the stacks where threads
 * took the locks that they hold.
 */
public final class RequestPass extends TrackingPass<RequestPass.Caught> {
  /** One of the requests, its instruction, and the call of its method. */
  record Caught(ReportedRequest request, int site, int callSite) {}

  /** Prepares for a replay. */
  public RequestPass(SiteCatalog catalog, ThreadNames threadNames, int threads, long... indices) {
    super(catalog, threadNames, threads, LongStream.of(indices), "an acquire");
  }

  /** A request, with its thread and the locks of that, after the replay. */
  public ReportedRequest request(long wanted) {
    return caught(wanted).request;
  }

  /**
   * Where threads can be caught before they make a request: its instruction, and the call of its
   * method, as far as they are known. None of the code of a synchronized method comes before its
   * request.
   */
  public List<String> places(long wanted) {
    Caught of = caught(wanted);
    List<String> places = new ArrayList<>();
    for (int site : new int[] {of.site, of.callSite}) {
      known(site).map(Site::location).ifPresent(places::add);
    }
    return places;
  }

  private Optional<Site> known(int site) {
    return site < 0 ? Optional.empty() : Optional.of(catalog.site(site));
  }

  @Override
  boolean wantsStart(int slot) {
    return true;
  }

  @Override
  public boolean record(LogCursor at) {
    track(at);
    return passOn(at) && next < indices.length;
  }

  @Override
  public void event(Op op, int thread, int operand, int location) {
    index++;
    int slot = ids.slot(thread);
    int site = site(location);
    Op told = told(op, operand);
    if (isWanted()) {
      add(told, slot, operand, location);
    }
    locks[slot].event(told, operand, site, stacks[slot]);
  }

  private Op told(Op op, int operand) {
    return switch (op) {
      case ACQUIRE_SHARED -> names.isBin(operand) ? Op.ACQUIRE : op;
      case RELEASE_SHARED -> names.isBin(operand) ? Op.RELEASE : op;
      default -> op;
    };
  }

  private void add(Op op, int slot, int lock, int location) {
    ReportedRequest request =
        new ReportedRequest(
            position(slot, location),
            names.name(Op.Operand.LOCK, lock),
            op == Op.ACQUIRE_SHARED,
            locks[slot].stacks(names));
    keep(new Caught(request, site(location), stacks[slot].callSite()));
  }

  @Override
  public void range(Op op, int thread, int first, int stride, int count, int location) {
    index += count;
  }
}
