package io.racedet.oracle;

import java.util.List;

/**
 * Small traces on which a rule decides that single random steps seldom reach. Random traces contain
 * them with other threads, without some event and between other steps.
 */
final class HardCases {
  /** About the order of sections. */
  static final List<TestTrace> SECTIONS =
      List.of(
          // Ordered sections: T2's of l knows of T1's, so the rest of T1's comes before.
          parse(
              "T1 acq(l), T1 snd(c), T1 w(x), T1 rel(l), T2 acq(l), T2 rcv(c), T2 rel(l), T2 w(x)"),
          // The sections of k are ordered because those of l are.
          parse(
              "T1 acq(l), T1 snd(c), T1 acq(k), T1 rel(l), T1 w(x), T1 rel(k),"
                  + " T2 acq(k), T2 acq(l), T2 rcv(c), T2 rel(l), T2 rel(k), T2 w(x)"),
          // T3's section orders that of T2, and only with it the one of T1.
          parse(
              "T1 acqr(l), T1 acq(m), T1 rel(m), T2 acqr(l), T2 snd(c), T2 acq(m), T2 rel(m),"
                  + " T1 w(x), T1 relr(l), T2 relr(l), T3 acq(l), T3 rcv(c), T3 rel(l), T3 w(x)"),
          // The same by conflicting accesses.
          parse(
              "T1 acqr(l), T2 acqr(l), T1 acq(m), T1 rel(m), T1 w(x), T2 acq(m), T2 rel(m),"
                  + " T2 w(y), T1 relr(l), T2 relr(l), T3 acq(l), T3 r(y), T3 rel(l), T3 w(x)"),
          // What T3 learns at an acquire concerns the section that it is in.
          parse(
              "T2 acq(l), T2 w(x), T1 acq(k), T1 w(y), T1 r(x), T1 rel(k), T2 w(z), T2 rel(l),"
                  + " T3 r(y), T3 acq(l), T3 acq(k), T3 rel(k), T3 rel(l), T3 w(z)"),
          // T1's two sections of l are ordered by way of T2.
          parse(
              "T3 w(x), T3 acq(m), T3 rel(m), T1 acq(l), T1 snd(c), T1 acq(m), T1 rel(m),"
                  + " T1 rel(l), T2 rcv(c), T2 snd(d), T1 acq(l), T1 rcv(d), T1 rel(l), T1 w(x)"),
          // T2's section of l is open at the end.
          parse(
              "T1 acq(l), T1 snd(c), T1 w(x), T1 rel(l), T2 acq(l), T2 acq(m), T2 rel(m),"
                  + " T2 rcv(c), T3 acq(m), T3 rel(m), T3 w(x)"),
          parse(
              "T1 acq(l), T1 snd(c), T1 r(x), T1 rel(l), T2 acq(l), T2 acq(m), T2 rel(m),"
                  + " T2 rcv(c), T3 acq(m), T3 w(x), T3 rel(m)"),
          // An atomic write conflicts with a read in a section.
          parse("T1 w(y), T1 acq(l), T1 aw(x), T1 rel(l), T2 acq(l), T2 r(x), T2 rel(l), T2 w(y)"),
          // Sections of l around writes in sections of k.
          parse(
              "T1 acq(l), T1 acq(k), T1 w(x), T1 rel(k), T1 w(y), T1 rel(l),"
                  + " T2 acq(l), T2 acq(k), T2 w(x), T2 rel(k), T2 rel(l), T2 w(y)"),
          // What happens before the source of a hard edge.
          parse(
              "T3 w(x), T3 acq(m), T3 rel(m), T1 acq(m), T1 rel(m), T1 snd(c), T2 rcv(c), T2 w(x)"),
          // Modes of a read-write lock.
          parse("T1 w(y), T1 acqr(l), T1 r(x), T1 relr(l), T2 acq(l), T2 w(x), T2 rel(l), T2 w(y)"),
          parse("T1 w(y), T1 acq(l), T1 w(x), T1 rel(l), T2 acqr(l), T2 r(x), T2 relr(l), T2 w(y)"),
          parse(
              "T1 w(y), T1 acqr(l), T1 w(x), T1 relr(l), T2 acqr(l), T2 r(x), T2 relr(l),"
                  + " T2 w(y)"),
          // A section goes on after the release of an inner acquire.
          parse(
              "T1 acq(l), T1 acq(l), T1 rel(l), T1 w(x), T1 rel(l), T2 acq(l), T2 w(x), T2 rel(l)"));

  /** About the notify that causes a wake. */
  static final List<TestTrace> WAITS =
      List.of(
          // Only the wake comes after the write.
          parse(
              "T1 acq(l), T1 rel(l), T2 w(x), T2 notify(l), T1 acq(l), T1 wake(l), T1 w(x),"
                  + " T1 rel(l)"),
          // The last notify is the cause.
          parse(
              "T1 acq(l), T1 rel(l), T2 w(x), T2 notify(l), T3 notify(l), T1 acq(l), T1 wake(l),"
                  + " T1 w(x), T1 rel(l)"),
          // A notify before the wait, and one after it, is none.
          parse(
              "T2 w(x), T2 notify(l), T1 acq(l), T1 rel(l), T1 acq(l), T1 wake(l), T1 w(x),"
                  + " T1 rel(l)"),
          parse(
              "T1 acq(l), T1 rel(l), T1 acq(l), T2 w(x), T2 notify(l), T1 wake(l), T1 w(x),"
                  + " T1 rel(l)"),
          // One notify wakes two threads.
          parse(
              "T1 acq(l), T1 rel(l), T3 acq(l), T3 rel(l), T2 w(x), T2 notify(l), T1 acq(l),"
                  + " T1 wake(l), T1 rel(l), T3 acq(l), T3 wake(l), T3 w(x), T3 rel(l)"));

  private HardCases() {}

  private static TestTrace parse(String events) {
    return TestTrace.parse(events.replace(' ', '|').replace(",|", "\n"));
  }
}
