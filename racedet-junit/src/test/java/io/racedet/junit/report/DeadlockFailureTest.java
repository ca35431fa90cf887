package io.racedet.junit.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.check.FoundDeadlocks;
import io.racedet.race.Grade;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DeadlockFailureTest {
  private static final Circumstances WHERE =
      new Circumstances(
          "BankTest.transfers()",
          "com.acme.BankTest",
          3,
          "NOISE",
          "NOISE:4711",
          "@RaceFree(%s = %s)",
          List.of("1 of 3 deadlocks not decided"));

  @Test
  void deadlock_withAllThatIsKnown() {
    FoundDeadlock found =
        FoundDeadlocks.deadlock(Grade.WITNESSED).confirmed(new Confirmation(4, "a.replay"));
    assertThat(FailureText.of(List.of(found, found), WHERE))
        .isEqualTo(
            """
            deadlock (CONFIRMED) of b, a: A.java:2 and A.java:6
              "T1" requests b
                at A.f(A.java:2)
              while it holds a, taken
                at A.f(A.java:1)
                thread started at A.main(A.java:9) by "main"
              "T2" requests a (shared)
                at A.f(A.java:6)
              while it holds b, taken
                at A.f(A.java:5)
                thread started at A.main(A.java:9) by "main"
              attempt 4 held every thread at its request, each with the lock that another one\
             requested; one request was then ended
                  by an error
              reproduce with: -Dracedet.replay=a.replay

            found in BankTest.transfers(), repetition 3 (schedule NOISE), the first with a deadlock
            replay:    -Dracedet.seed=NOISE:4711
            fix:       take the locks in the same order in all threads, or one lock around all of\
             them, or give up waiting: tryLock
            accept:    -Dracedet.baseline=write adds it to racedet-baseline.txt, where it needs a\
             reason
            switch off: @RaceFree(deadlocks = false) searches for none
            limit:     1 of 3 deadlocks not decided
            """);
  }

  @Test
  void longProse_isBroken_andWhatIsSearchedStaysWhole() {
    FoundDeadlock found =
        FoundDeadlocks.deadlock(Grade.WITNESSED, 6, "Cache.entriesByOwner".repeat(5), "a")
            .confirmed(new Confirmation(4, "a/long/path/of/a/replay".repeat(6)))
            .fixedBy(
                "make " + "entriesByOwner".repeat(6) + " volatile if each access stands alone");
    assertThat(FailureText.of(List.of(found), WHERE).lines().filter(line -> line.length() > 120))
        .hasSize(2)
        .anyMatch(line -> line.startsWith("deadlock (CONFIRMED) of "))
        .anyMatch(line -> line.startsWith("  reproduce with: -Dracedet.replay="));
  }

  @Test
  void manyDeadlocks_tenInFull() {
    List<FoundDeadlock> found =
        IntStream.range(10, 22)
            .mapToObj(line -> FoundDeadlocks.deadlock(Grade.PREDICTED, line, "b" + line, "a"))
            .toList();
    assertThat(FailureText.of(found, WHERE))
        .startsWith("deadlock (PREDICTED) of b10, a: A.java:2 and A.java:10 (and 11 more)\n")
        .contains("\n\n10. deadlock (PREDICTED) of b19, a: A.java:2 and A.java:19\n")
        .contains("\n... and 2 more\n\nfound in ")
        .doesNotContain("A.java:20");
  }

  @Test
  void deadlocksOfTheSameLocks_areOneReport_withTheOtherPlaces() {
    List<FoundDeadlock> found =
        List.of(
            FoundDeadlocks.deadlock(Grade.CONFIRMED, 6),
            FoundDeadlocks.deadlock(Grade.WITNESSED, 7),
            FoundDeadlocks.deadlock(Grade.PREDICTED, 8, "a", "b"),
            FoundDeadlocks.deadlock(Grade.WITNESSED, 9, "a", "c"));
    assertThat(FailureText.of(found, WHERE))
        .startsWith("deadlock (CONFIRMED) of b, a: A.java:2 and A.java:6 (and 3 more)\n")
        .contains(
            """
              the same locks at other places:
                A.java:2 and A.java:7 (WITNESSED)
                A.java:2 and A.java:8 (PREDICTED)

            2. deadlock (WITNESSED) of a, c: A.java:2 and A.java:9
            """)
        .doesNotContain("3. ");
  }

  @Test
  void manyPlacesOfTheSameLocks_tenAreListed() {
    List<FoundDeadlock> found =
        IntStream.range(10, 23)
            .mapToObj(line -> FoundDeadlocks.deadlock(Grade.PREDICTED, line))
            .toList();
    assertThat(FailureText.of(found, WHERE))
        .startsWith("deadlock (PREDICTED) of b, a: A.java:2 and A.java:10 (and 12 more)\n")
        .contains("    A.java:2 and A.java:20 (PREDICTED)\n    ... and 2 more\n")
        .doesNotContain("A.java:21");
  }

  /** The numbers of objects are of one trace only; the field is the same in each. */
  @Test
  void locksOfTheSameFields_areTheSame_whateverTheirNumbers() {
    List<FoundDeadlock> found =
        List.of(
            FoundDeadlocks.deadlock(Grade.WITNESSED, 6, "A.lock (Object@1)", "A.lock (Object@2)"),
            FoundDeadlocks.deadlock(Grade.WITNESSED, 7, "A.lock (Object@9)", "A.lock (Object@8)"));
    assertThat(FailureText.of(found, WHERE)).contains("at other places:").doesNotContain("2. ");
  }

  @Test
  void locksWithoutFields_areDifferentIfTheirNumbersAre() {
    List<FoundDeadlock> found =
        List.of(
            FoundDeadlocks.deadlock(Grade.WITNESSED, 6, "Object@1 monitor", "Object@2 monitor"),
            FoundDeadlocks.deadlock(Grade.WITNESSED, 7, "Object@3 monitor", "Object@4 monitor"));
    assertThat(FailureText.of(found, WHERE)).contains("2. ").doesNotContain("at other places");
  }
}
