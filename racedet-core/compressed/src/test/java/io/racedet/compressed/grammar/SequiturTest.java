package io.racedet.compressed.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.racedet.trace.GrammarRules;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Both invariants after every terminal, and the sequence that the grammar derives. */
class SequiturTest {
  private static final int ALPHABET = 1 << 5;

  private static Grammar grammar(Sequitur sequitur) {
    return sequitur.grammar(new long[ALPHABET], new int[ALPHABET], ALPHABET);
  }

  private static Grammar compress(int... terminals) {
    Sequitur sequitur = new Sequitur();
    for (int terminal : terminals) {
      sequitur.append(terminal);
    }
    return grammar(sequitur);
  }

  private static int[] terminals(String text) {
    return text.chars().map(c -> c - 'a').toArray();
  }

  /** Compresses, and asserts all invariants after each terminal. */
  private static void assertEachStep(int... terminals) {
    Sequitur sequitur = new Sequitur();
    String text = terminals.length > 100 ? "long" : Arrays.toString(terminals);
    for (int i = 0; i < terminals.length; i++) {
      sequitur.append(terminals[i]);
      Grammar grammar = grammar(sequitur);
      GrammarRules.assertInvariants(grammar, text);
      assertThat(sequitur.size()).isEqualTo(grammar.symbols().length);
      assertThat(GrammarRules.expand(grammar)).isEqualTo(Arrays.copyOf(terminals, i + 1));
    }
  }

  /** The first two are from the paper, the others were derived by hand from the two invariants. */
  @ParameterizedTest
  @CsvSource({
    "abcdbc, 0=a(1)d(1) 1=bc",
    "abcdbcabcdbc, 0=(1)(1) 1=a(2)d(2) 2=bc",
    "abab, 0=(1)(1) 1=ab",
    "abcabc, 0=(1)(1) 1=abc",
    "abcdeabcdf, 0=(1)e(1)f 1=abcd",
    "a, 0=a",
    "aa, 0=aa",
    "aaa, 0=aaa",
    "aaaa, 0=(1)(1) 1=aa",
    "aaaaa, 0=(1)(1)a 1=aa",
    "aaabaaa, 0=(1)b(1) 1=aaa",
    "xaaaxacaa, 0=(2)(1)(2)c(1) 1=aa 2=xa",
  })
  void small_hasTheGrammarThatTheInvariantsAsk(String text, String expected) {
    assertThat(GrammarRules.text(compress(terminals(text)))).isEqualTo(expected);
  }

  @Test
  void everyShortSequence_keepsTheInvariants() {
    assertAllOf(2, 13);
    assertAllOf(3, 8);
    assertAllOf(5, 6);
  }

  @Test
  void shortSequences_keepTheInvariantsAfterEveryTerminal() {
    SplittableRandom random = new SplittableRandom(1997);
    for (int round = 0; round < 100; round++) {
      assertEachStep(random.ints(60, 0, 1 + random.nextInt(4)).toArray());
    }
    for (int round = 0; round < 20; round++) {
      assertEachStep(nested(random, 3));
    }
  }

  /** The numbers of removed symbols are used again. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7})
  void memory_dependsOnTheSizeOfTheGrammar(int period) {
    ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Sequitur sequitur = new Sequitur();
    long before = bean.getThreadAllocatedBytes(Thread.currentThread().getId());
    for (int i = 0; i < 20_000; i++) {
      sequitur.append(i % period);
    }
    long bytes = bean.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    assertThat(sequitur.size()).isLessThan(100);
    assertThat(bytes).isLessThan(10_000);
  }

  /** The pair at which a rule becomes longer leaves the table, which has room for 640 pairs. */
  @Test
  void memory_ofAPartAndItsRepetition_isThatOfThePart() {
    ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Sequitur sequitur = new Sequitur();
    long before = bean.getThreadAllocatedBytes(Thread.currentThread().getId());
    for (int i = 0; i < 2 * 500; i++) {
      sequitur.append(i % 500);
    }
    long bytes = bean.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    assertThat(sequitur.size()).isEqualTo(500 + 2);
    assertThat(bytes).isLessThan(10_000);
  }

  /** All sequences of a length, and so their prefixes. */
  private static void assertAllOf(int letters, int length) {
    int count = (int) Math.pow(letters, length);
    int[] terminals = new int[length];
    for (int number = 0; number < count; number++) {
      int rest = number;
      Sequitur sequitur = new Sequitur();
      for (int i = 0; i < length; i++, rest /= letters) {
        terminals[i] = rest % letters;
        sequitur.append(terminals[i]);
      }
      Grammar grammar = grammar(sequitur);
      GrammarRules.assertInvariants(grammar, "");
      assertThat(GrammarRules.expand(grammar)).isEqualTo(terminals);
    }
  }

  @Property(tries = 1000)
  void random_keepsTheInvariantsAfterEveryTerminal(@ForAll("sequences") int[] terminals) {
    assertEachStep(terminals);
  }

  @Provide
  Arbitrary<int[]> sequences() {
    return Arbitraries.integers()
        .between(1, 8)
        .flatMap(
            letters ->
                Arbitraries.integers().between(0, letters - 1).array(int[].class).ofMaxSize(120));
  }

  @Test
  void runsOfOneTerminal_areOfLogarithmicSize() {
    Sequitur sequitur = new Sequitur();
    for (int n = 1; n <= 3000; n++) {
      sequitur.append(0);
      Grammar grammar = grammar(sequitur);
      GrammarRules.assertInvariants(grammar, "run of " + n);
      assertThat(grammar.events()).isEqualTo(n);
      int doublings = Integer.SIZE - Integer.numberOfLeadingZeros(n);
      assertThat(grammar.symbols().length).isLessThanOrEqualTo(3 * doublings);
    }
  }

  /** Nested repetitions lead to rules that are inlined, overlap or coincide. */
  @Test
  void nestedRepetitions_keepTheInvariants() {
    SplittableRandom random = new SplittableRandom(1997);
    for (int round = 0; round < 300; round++) {
      assertEachStep(nested(random, 4));
    }
  }

  private static int[] nested(SplittableRandom random, int depth) {
    if (depth == 0) {
      return random.ints(random.nextInt(1, 4), 0, 3).toArray();
    }
    int[] part = nested(random, depth - 1);
    int[] other = nested(random, depth - 1);
    int[] all = new int[0];
    for (int i = random.nextInt(1, 4); i > 0; i--) {
      int[] next = random.nextBoolean() ? part : other;
      all = Arrays.copyOf(all, all.length + next.length);
      System.arraycopy(next, 0, all, all.length - next.length, next.length);
    }
    return Arrays.copyOf(all, Math.min(all.length, 150));
  }

  @Test
  @Tag("soak")
  void manyLongSequences_keepTheInvariants() {
    long seed = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 100_000; round++) {
      int letters = random.nextInt(1, 12);
      int[] terminals = random.ints(random.nextInt(1, 2000), 0, letters).toArray();
      Grammar grammar = compress(terminals);
      GrammarRules.assertInvariants(grammar, "seed " + seed + ", round " + round);
      assertThat(GrammarRules.expand(grammar)).isEqualTo(terminals);
    }
  }
}
