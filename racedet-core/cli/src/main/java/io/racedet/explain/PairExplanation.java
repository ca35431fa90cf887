package io.racedet.explain;

import io.racedet.race.AnalysisFailure;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The results of engines for two events of a trace.
 *
 * @param first the earlier event
 * @param second the later event
 * @param commonLocks names of the locks held at both events, at least once exclusively: they
 *     protect the two from each other for engines that require disjoint locksets
 * @param verdicts the result of each group of engines; engines with the same result form a group
 * @param failures the engines that have failed, which have no result
 */
public record PairExplanation(
    Event first,
    Event second,
    List<String> commonLocks,
    List<Verdict> verdicts,
    List<AnalysisFailure> failures) {
  /**
   * Creates a value with copies of the lists.
   *
   * @param first the earlier event
   * @param second the later event
   * @param commonLocks names of the locks that protect the two from each other
   * @param verdicts the result of each group of engines
   * @param failures the engines that have failed
   */
  public PairExplanation {
    commonLocks = List.copyOf(commonLocks);
    verdicts = List.copyOf(verdicts);
    failures = List.copyOf(failures);
  }

  /**
   * An event as text.
   *
   * @param index its index in the trace, from 1
   * @param thread name of its thread
   * @param text its operation, for example {@code w(x)}
   * @param location location in the source, empty if unknown
   */
  public record Event(long index, String thread, String text, String location) {}

  /**
   * One step of a chain: an event is ordered before another one.
   *
   * @param from the earlier event
   * @param to the later event
   * @param rule the reason, for example {@code program order}
   */
  public record Step(Event from, Event to, String rule) {}

  /**
   * The result of a group of engines.
   *
   * @param engines the names of the engines
   * @param reported whether they report the two as a race; a read and the write that it saw may be
   *     both ordered and reported, if nothing else orders them
   * @param ordered whether their relation orders the two
   * @param chain the steps from the first event to the second that order them; empty if nothing
   *     does
   */
  public record Verdict(List<String> engines, boolean reported, boolean ordered, List<Step> chain) {
    /**
     * Creates a value with copies of the lists.
     *
     * @param engines names of engines
     * @param reported whether they report the two
     * @param ordered whether they order the two
     * @param chain the steps that order them
     */
    public Verdict {
      engines = List.copyOf(engines);
      chain = List.copyOf(chain);
    }
  }

  /**
   * {@return the explanation as text: the events, then a paragraph for each group of engines and
   * each failure, lines that end in a line feed}
   */
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append(line(first)).append(line(second));
    if (!commonLocks.isEmpty()) {
      text.append("  both hold ").append(String.join(", ", commonLocks)).append('\n');
    }
    for (Verdict verdict : verdicts) {
      text.append('\n').append(String.join(", ", verdict.engines())).append(": ");
      text.append(heading(verdict)).append('\n');
      for (Step step : verdict.chain()) {
        text.append("  ").append(shortly(step.from())).append(" before ");
        text.append(shortly(step.to())).append(": ").append(step.rule()).append('\n');
      }
    }
    failures.forEach(failure -> text.append('\n').append(failure.text()).append('\n'));
    return text.toString();
  }

  private static String heading(Verdict verdict) {
    if (!verdict.reported()) {
      return verdict.ordered() ? "ordered, not reported" : "not ordered, not reported";
    }
    return verdict.ordered()
        ? "ordered only by what the read itself saw, reported as a race"
        : "not ordered, reported as a race";
  }

  private static String line(Event event) {
    String where = event.location().isEmpty() ? "" : " at " + event.location();
    return "  " + shortly(event) + where + '\n';
  }

  private static String shortly(Event event) {
    return "#" + event.index() + ' ' + event.thread() + ' ' + event.text();
  }

  /** {@return the names of the engines that order the two events, in the order of the verdicts} */
  public List<String> ordering() {
    return verdicts.stream()
        .filter(Verdict::ordered)
        .flatMap(verdict -> verdict.engines().stream())
        .collect(Collectors.toUnmodifiableList());
  }
}
