package io.racedet.compressed;

import io.racedet.compressed.grammar.Grammar;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Grammars of a trace by random cuts, in which equal parts share a rule. */
public final class RandomGrammars {
  private final SplittableRandom random;
  private final int[] terminals; // of the trace
  private final Map<List<Integer>, Integer> known = new HashMap<>();
  private final List<int[]> rules =
      new ArrayList<>(); // the last one first; symbols are ~ the number from the end

  private RandomGrammars(int[] terminals, SplittableRandom random) {
    this.terminals = terminals;
    this.random = random;
  }

  /** A grammar of the terminals in their order. */
  public static Grammar of(long[] words, int[] locations, int[] trace, SplittableRandom random) {
    RandomGrammars maker = new RandomGrammars(trace, random);
    maker.rules.add(maker.symbols(0, trace.length));
    int last = maker.rules.size() - 1;
    int[][] numbered = new int[last + 1][];
    for (int made = 0; made <= last; made++) {
      numbered[last - made] =
          Arrays.stream(maker.rules.get(made)).map(s -> s >= 0 ? s : ~(last - ~s)).toArray();
    }
    return Grammar.of(words, locations, numbered);
  }

  private int[] symbols(int from, int to) {
    List<Integer> symbols = new ArrayList<>();
    int at = from;
    while (at < to) {
      boolean alone = random.nextInt(3) == 0;
      int end = alone ? at + 1 : at + 1 + random.nextInt(to - at);
      boolean whole = at == from && end == to;
      symbols.add(end == at + 1 || whole ? terminals[at] : ~rule(at, end));
      at = end == at + 1 || whole ? at + 1 : end;
    }
    return symbols.stream().mapToInt(Integer::intValue).toArray();
  }

  private int rule(int from, int to) {
    List<Integer> part = IntStream.range(from, to).map(i -> terminals[i]).boxed().toList();
    Integer number = known.get(part);
    if (number == null) {
      rules.add(symbols(from, to));
      number = rules.size() - 1;
      known.put(part, number);
    }
    return number;
  }
}
