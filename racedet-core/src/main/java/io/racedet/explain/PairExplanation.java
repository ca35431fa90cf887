package io.racedet.explain;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What engines make of two events of a trace.
 *
 * @param first the earlier event
 * @param second the later event
 * @param commonLocks names of the locks held at both, by at least one of the two exclusively: they
 *     protect the two from each other for engines that ask for disjoint locksets
 * @param verdicts what each group of engines says; engines that say the same are one group
 */
public record PairExplanation(
    Event first, Event second, List<String> commonLocks, List<Verdict> verdicts) {
  /**
   * Keeps its own copies.
   *
   * @param first the earlier event
   * @param second the later event
   * @param commonLocks names of the locks that protect the two from each other
   * @param verdicts what each group of engines says
   */
  public PairExplanation {
    commonLocks = List.copyOf(commonLocks);
    verdicts = List.copyOf(verdicts);
  }

  /**
   * An event in words.
   *
   * @param index its 1-based position in the trace
   * @param thread name of its thread
   * @param text what it does, for example {@code w(x)}
   * @param location where in the source, empty if unknown
   */
  public record Event(long index, String thread, String text, String location) {}

  /**
   * One step of a chain: an event comes before another one.
   *
   * @param from the earlier event
   * @param to the later event
   * @param rule why, for example {@code program order}
   */
  public record Step(Event from, Event to, String rule) {}

  /**
   * What engines say of the two events.
   *
   * @param engines their names
   * @param reported whether they report the two as a race; a read and the write that it saw may be
   *     both ordered and reported, if nothing else orders them
   * @param ordered whether their relation orders the two
   * @param chain why it does: steps from the first event to the second; empty if it does not
   */
  public record Verdict(List<String> engines, boolean reported, boolean ordered, List<Step> chain) {
    /**
     * Keeps its own copies.
     *
     * @param engines names of engines
     * @param reported whether they report the two
     * @param ordered whether they order the two
     * @param chain why
     */
    public Verdict {
      engines = List.copyOf(engines);
      chain = List.copyOf(chain);
    }
  }

  /**
   * Returns a text for reading: the events, then a paragraph for each group of engines.
   *
   * @return lines that end in a line feed
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
    return text.toString();
  }

  private static String heading(Verdict verdict) {
    if (!verdict.reported()) {
      return verdict.ordered() ? "ordered, not reported" : "not ordered, not reported";
    }
    return verdict.ordered()
        ? "ordered by nothing but what the read itself saw, reported as a race"
        : "not ordered, reported as a race";
  }

  private static String line(Event event) {
    String where = event.location().isEmpty() ? "" : " at " + event.location();
    return "  " + shortly(event) + where + '\n';
  }

  private static String shortly(Event event) {
    return "#" + event.index() + ' ' + event.thread() + ' ' + event.text();
  }

  /**
   * Returns the names of the engines that order the two events.
   *
   * @return in the order of the verdicts
   */
  public List<String> ordering() {
    return verdicts.stream()
        .filter(Verdict::ordered)
        .flatMap(verdict -> verdict.engines().stream())
        .collect(Collectors.toUnmodifiableList());
  }
}
