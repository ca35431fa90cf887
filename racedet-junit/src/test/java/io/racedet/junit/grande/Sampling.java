package io.racedet.junit.grande;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/**
 * Samples what the threads of this process do, by the Flight Recorder of the JVM: the stacks of all
 * threads that are in Java code. Threads inside the JVM and in native code are not sampled.
 */
final class Sampling implements AutoCloseable {
  /** Options of a JVM: no stack is cut, and no thread of it ends with its time. */
  static final List<String> FLAGS =
      List.of("-XX:FlightRecorderOptions=stackdepth=256", "-XX:-UseDynamicNumberOfCompilerThreads");

  private static final Duration PERIOD = Duration.ofMillis(10);

  private final Recording recording = new Recording();
  private final ProcessorTime start;

  /** Starts it. */
  Sampling() throws JMException {
    recording.enable("jdk.ExecutionSample").withPeriod(PERIOD);
    recording.start();
    start = ProcessorTime.now();
  }

  /**
   * Ends it.
   *
   * @param file where the recording is kept
   * @return what was seen
   */
  Split end(Path file, StackOwner owner) throws IOException, JMException {
    ProcessorTime used = ProcessorTime.now().since(start);
    recording.stop();
    recording.dump(file);
    Map<Part, Integer> samples = new EnumMap<>(Part.class);
    try (RecordingFile events = new RecordingFile(file)) {
      while (events.hasMoreEvents()) {
        samples.merge(owner.of(classes(events.readEvent().getStackTrace())), 1, Integer::sum);
      }
    }
    return Split.of(used, samples);
  }

  @Override
  public void close() {
    recording.close();
  }

  private static List<String> classes(RecordedStackTrace stack) {
    return stack.getFrames().stream().map(frame -> frame.getMethod().getType().getName()).toList();
  }
}
