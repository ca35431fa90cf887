package io.racedet.junit.grande;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessorTimeTest {
  private static final String THREADS =
      """
      "main" #1 prio=5 os_prio=0 cpu=900.00ms elapsed=2.05s tid=0x1 nid=0x2 runnable  [0x3]
         java.lang.Thread.State: RUNNABLE
      "C2 CompilerThread0" #6 daemon prio=9 os_prio=0 cpu=20.50ms elapsed=2.03s tid=0x1 nid=0x2
      "C1 CompilerThread0" #9 daemon prio=9 os_prio=0 cpu=3.00ms elapsed=2.03s tid=0x1 nid=0x2
      "VM Thread" os_prio=0 cpu=1.00ms elapsed=2.04s tid=0x1 nid=0x2 runnable
      "GC Thread#1" os_prio=0 cpu=2.00ms elapsed=2.05s tid=0x1 nid=0x2 runnable
      "G1 Main Marker" os_prio=0 cpu=4.25ms elapsed=2.05s tid=0x1 nid=0x2 runnable
      "VM Periodic Task Thread" os_prio=0 cpu=8.00ms elapsed=2.01s tid=0x1 nid=0x2 waiting
      """;

  @Test
  void threadsOfTheJvm_areToldApart() {
    assertThat(ProcessorTime.of(1_000_000_000, THREADS))
        .isEqualTo(new ProcessorTime(1_000_000_000, 23_500_000, 7_250_000));
  }

  @Test
  void now_knowsTheThreadsOfThisJvm() throws Exception {
    ProcessorTime time = ProcessorTime.now();
    assertThat(time.jit()).isPositive();
    assertThat(time.gc()).isPositive();
    assertThat(time.rest()).isPositive();
  }

  @Test
  void since_isWhatCameLater() {
    ProcessorTime later = new ProcessorTime(100, 30, 20);
    assertThat(later.since(new ProcessorTime(40, 10, 5))).isEqualTo(new ProcessorTime(60, 20, 15));
    assertThat(later.rest()).isEqualTo(50);
  }
}
