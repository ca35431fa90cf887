package io.racedet.junit.check;

import io.racedet.junit.agent.scope.Coverage;
import io.racedet.junit.agent.scope.NotWoven;
import io.racedet.junit.settings.Options;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Finds why the absence of races in a test's recordings would prove nothing, and how to fix that.
 */
final class RecordingGaps {
  /** How many of the instrumented classes are named. */
  private static final int NAMED = 5;

  private final CheckSubject subject;
  private final Options options;
  private final RepetitionResults results;
  private final TestRecorder recorder;
  private final List<String> serious = new ArrayList<>();
  private final List<String> slight = new ArrayList<>();

  RecordingGaps(CheckState check) {
    this.recorder = check.recorder();
    this.subject = check.subject();
    this.options = check.options();
    this.results = check.results();
    classes();
    accesses();
    recordings();
  }

  /** Returns the problems that fail the test unless a race does. */
  List<String> serious() {
    return serious;
  }

  /** Returns the problems that are only warnings. */
  List<String> slight() {
    return slight;
  }

  private void classes() {
    List<String> unmatched =
        options.instrument().stream().filter(entry -> recorder.matches(entry) == 0).toList();
    if (!unmatched.isEmpty() && unmatched.size() == options.instrument().size()) {
      serious.add("no class that was loaded matches instrument = " + unmatched + remedy());
    } else if (!unmatched.isEmpty()) {
      slight.add("no class that was loaded matches " + unmatched + " of instrument");
    }
    Coverage coverage = recorder.coverage();
    if (coverage.woven().isEmpty()) {
      serious.add("no class was instrumented" + remedy());
    }
    Map<Boolean, List<NotWoven>> failures =
        coverage.failures().stream().collect(Collectors.partitioningBy(this::isExcluded));
    if (!failures.get(true).isEmpty()) {
      slight.add("could not instrument, but excludes:\n  " + lines(failures.get(true)));
    }
    if (!failures.get(false).isEmpty() && !needsNoClass()) {
      serious.add(
          "could not instrument all classes, so races remain undetected in\n  "
              + lines(failures.get(false))
              + "\nLeave them out if they are not under test: "
              + subject.setting("exclude", '"' + typeOf(failures.get(false).get(0)) + '"'));
    }
  }

  /* Most tests of a suite have one thread; what that executes races with nothing. */
  private boolean needsNoClass() {
    return subject.requirement() == RecordingRequirement.COUNTED && recorder.wasAlone();
  }

  private boolean isExcluded(NotWoven failure) {
    String type = typeOf(failure);
    return options.exclude().stream()
        .anyMatch(
            entry ->
                type.equals(entry) || type.startsWith(entry + '.') || type.startsWith(entry + '$'));
  }

  /** The name may be that of a method with its descriptor. */
  private static String typeOf(NotWoven failure) {
    String name = failure.className();
    int descriptor = name.indexOf('(');
    return descriptor < 0 ? name : name.substring(0, name.lastIndexOf('.', descriptor));
  }

  private static String lines(List<NotWoven> failures) {
    return failures.stream().map(NotWoven::toString).collect(Collectors.joining("\n  "));
  }

  private void accesses() {
    List<String> woven = recorder.coverage().woven();
    if (woven.isEmpty()) {
      return; // see classes()
    }
    if (results.accesses() == 0) {
      String none = noAccess(woven);
      switch (subject.requirement()) {
        case FULL -> serious.add(none);
        case ONE_OF_MANY -> slight.add(none);
        case COUNTED -> {
          /* The outcome of the test says so. */
        }
      }
    } else if (results.threads() < 2 && subject.requirement() != RecordingRequirement.COUNTED) {
      slight.add(
          "only one thread touched instrumented classes, so this test proves nothing about races");
    }
  }

  private String noAccess(List<String> woven) {
    int others = woven.size() - NAMED;
    return "no data access was recorded: "
        + woven.size()
        + (woven.size() == 1 ? " class was" : " classes were")
        + " instrumented ("
        + woven.stream().limit(NAMED).collect(Collectors.joining(", "))
        + (others > 0 ? " and " + others + " more" : "")
        + "), but touched no field or array that could have a race. If other classes are under test,"
        + " name them: "
        + instrument();
  }

  private void recordings() {
    results
        .failedAgain()
        .ifPresent(
            thrown ->
                slight.add(
                    "recorded in part: nothing told that it starts threads, so it was run a second"
                        + " time to be recorded, in which it has thrown "
                        + thrown));
    if (results.truncated() > 0) {
      (subject.requirement() == RecordingRequirement.COUNTED ? slight : serious)
          .add(recordings(results.truncated()) + truncation());
    }
    if (results.damaged() > 0) {
      // The other repetitions are enough, unless most are damaged.
      (2 * results.damaged() > results.repetitions()
                  && subject.requirement() != RecordingRequirement.COUNTED
              ? serious
              : slight)
          .add(
              recordings(results.damaged())
                  + " damaged and left out, as happens after a StackOverflowError or"
                  + " OutOfMemoryError inside an access, or where a thread runs for seconds in one."
                  + " Make the test fit the stack and the heap (-Xss, -Xmx).");
    }
  }

  private String truncation() {
    return options.maxEvents() == Options.UNLIMITED
        ? " truncated: the heap was full, or more than twice "
            + options.memory()
            + " MiB waited for the analysis. Make the test smaller, or the heap larger (-Xmx)."
        : " truncated after "
            + options.maxEvents()
            + " events. Make the test smaller, or raise the limit: "
            + subject.setting("maxEvents", Long.toString(options.maxEvents() * 4));
  }

  private String recordings(int count) {
    return count + " of " + results.repetitions() + " recordings were";
  }

  private String remedy() {
    return ". Name the classes under test: " + instrument();
  }

  private String instrument() {
    return subject.setting("instrument", "\"com.acme\"");
  }
}
