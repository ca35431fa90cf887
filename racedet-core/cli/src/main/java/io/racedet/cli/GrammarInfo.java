package io.racedet.cli;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.grammar.GrammarCounts;
import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.EventText;
import io.racedet.event.Names;
import io.racedet.event.Op.Operand;
import io.racedet.report.record.JsonText;
import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Describes the grammar of a trace. */
final class GrammarInfo {
  private static final int MAX_RULES = 10;
  private static final int MAX_EVENTS = 4;

  private final Grammar grammar;
  private final GrammarCounts counts;
  private final Names names;

  GrammarInfo(Grammar grammar, Names names) {
    this.grammar = grammar;
    this.names = names;
    counts = new GrammarCounts(grammar);
  }

  /** Adds the events of the trace, in the order of their first use. */
  void addTo(TraceCounts trace) {
    for (int terminal = 0; terminal < grammar.terminals(); terminal++) {
      long times = counts.terminalTimes(terminal);
      if (times > 0) {
        trace.add(grammar.word(terminal), grammar.location(terminal), times);
      }
    }
  }

  void print(PrintStream out) {
    Total.print(totals(), out);
    out.printf(Locale.ROOT, "%-21s%,15.1f events per symbol%n", "  ratio", ratio());
    List<Integer> rules = mostUsed();
    if (!rules.isEmpty()) {
      out.println("most used rules");
    }
    for (int rule : rules) {
      long more = grammar.events(rule) - MAX_EVENTS;
      out.printf(
          Locale.ROOT,
          "  %,d times, %,d uses, %,d events: %s%s%n",
          counts.ruleTimes(rule),
          counts.uses(rule),
          grammar.events(rule),
          String.join(", ", beginning(rule)),
          more > 0 ? String.format(Locale.ROOT, ", and %,d more", more) : "");
    }
  }

  private List<Total> totals() {
    return List.of(
        new Total("grammar", "size", grammar.size()),
        new Total("  rules", "rules", grammar.rules()),
        new Total("  symbols", "symbols", grammar.symbols().length),
        new Total("  terminals", "terminals", grammar.terminals()),
        new Total("  depth", "depth", counts.depth()));
  }

  Map<String, Object> json() {
    Map<String, Object> object = JsonText.object();
    Total.put(totals(), object);
    object.put("ratio", ratio());
    object.put("most_used_rules", mostUsed().stream().map(this::json).toList());
    return object;
  }

  private Map<String, Object> json(int rule) {
    return JsonText.object(
        "times", counts.ruleTimes(rule),
        "uses", counts.uses(rule),
        "events", grammar.events(rule),
        "begins_with", beginning(rule));
  }

  private double ratio() {
    return (double) grammar.events() / Math.max(1, grammar.size());
  }

  /** The rules that occur most often in the trace; of equally frequent ones, the longest first. */
  private List<Integer> mostUsed() {
    Comparator<Integer> often = Comparator.comparingLong(counts::ruleTimes);
    Comparator<Integer> order =
        often.thenComparingLong(grammar::events).thenComparing(Comparator.reverseOrder());
    PriorityQueue<Integer> most = new PriorityQueue<>(order); // the least of them first
    for (int rule = 1; rule < grammar.rules(); rule++) {
      most.add(rule);
      if (most.size() > MAX_RULES) {
        most.remove();
      }
    }
    return most.stream().sorted(order.reversed()).toList();
  }

  /** The first events that a rule derives. */
  private List<String> beginning(int rule) {
    return IntStream.range(0, (int) Math.min(MAX_EVENTS, grammar.events(rule)))
        .mapToObj(i -> text(grammar.terminal(rule, i)))
        .collect(Collectors.toList());
  }

  private String text(int terminal) {
    long word = grammar.word(terminal);
    int location = grammar.location(terminal);
    String thread = names.name(Operand.THREAD, EventBlock.thread(word));
    String where = location == EventSink.NO_LOCATION ? "" : " at " + names.location(location);
    return thread + ' ' + EventText.of(word, names) + where;
  }
}
