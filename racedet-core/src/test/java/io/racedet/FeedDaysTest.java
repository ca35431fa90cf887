package io.racedet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The memory of a long feed, in a JVM of its own. */
class FeedDaysTest {
  private static final String EVENTS = "racedet.feed.events";
  private static final long SOAK_EVENTS = 500_000_000L;
  private static final int WARM = 4; // of the 20 measurements
  private static final long NOISE = 2L << 20; // bytes

  @ParameterizedTest
  @ValueSource(strings = "fasttrack,pwr-ee-l")
  void memory_ofTwoMillionEvents_doesNotGrow(String engines) throws Exception {
    assertFlat(2_000_000, "32m", engines);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fasttrack,pwr-ee-l", "djit,shb-ee-l"})
  @Tag("soak")
  void memory_ofAMillionThreadsAndAHundredMillionObjects_doesNotGrow(String engines)
      throws Exception {
    System.out.println(engines);
    assertFlat(Long.getLong(EVENTS, SOAK_EVENTS), "256m", engines).forEach(System.out::println);
  }

  /** The most memory in use in the second half is that of the first half, when all is warm. */
  private static List<String> assertFlat(long events, String heap, String engines)
      throws IOException, InterruptedException {
    List<String> lines = run(events, heap, engines);
    long[] used =
        lines.stream()
            .filter(line -> line.startsWith("used "))
            .mapToLong(line -> Long.parseLong(line.substring("used ".length())))
            .toArray();
    assertThat(used).as("%s", lines).hasSize(20);
    long before = max(used, WARM, used.length / 2);
    assertThat(max(used, used.length / 2, used.length))
        .as("%s", lines)
        .isLessThan(before + before / 10 + NOISE);
    assertThat(lines).anyMatch(line -> line.contains("Racy.java:1"));
    assertThat(lines).anyMatch(line -> line.startsWith("2 races in "));
    return lines;
  }

  private static long max(long[] values, int from, int to) {
    long max = 0;
    for (int i = from; i < to; i++) {
      max = Math.max(max, values[i]);
    }
    return max;
  }

  private static List<String> run(long events, String heap, String engines)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(List.of("-Xmx" + heap, "-XX:+UseSerialGC", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(FeedDays.class.getName());
    command.add(String.valueOf(events));
    Stream.of(engines.split(",")).forEach(command::add);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(output).isZero();
    return output.lines().toList();
  }
}
