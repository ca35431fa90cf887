package io.racedet.trace;

import static io.racedet.trace.WrittenOutFile.NAMES;
import static io.racedet.trace.WrittenOutFile.NO_NAMES;
import static io.racedet.trace.WrittenOutFile.payload;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.compressed.grammar.Grammar;
import io.racedet.compressed.grammar.GrammarReader;
import io.racedet.event.EventBlock;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Grammars written out by hand: what is read of them, and what is said of damage. */
class WrittenOutSlpTest {
  private static final int NEW_GRAMMAR = 3;
  private static final int END = 0;
  private static final String INVALID =
      "a block with invalid contents (expected: terminals and rules that use only what precedes"
          + " them)";

  /** A write by T1, and a read by T2. */
  private static final Object[] TERMINALS = {2, 0, 2, 0, 1, 1, 1, 0, 0};

  private static int terminal(int number) {
    return 1 + 2 * number;
  }

  private static int rule(int number) {
    return 2 + 2 * number;
  }

  /** Rule 0 is both terminals, and rule 1 is rule 0, the first terminal; four symbols of them. */
  private static WrittenOutFile start() {
    byte[] rules = payload(6, 1, 3, END, rule(0), 1, END);
    byte[] symbols = payload(rule(1), rule(0), terminal(1), terminal(0));
    return new WrittenOutFile('S').block(1, 4, NAMES, payload(TERMINALS), rules, symbols);
  }

  private static FileReading reading(WrittenOutFile file) {
    return new FileReading(TraceFormat.named("slp"), file.toBytes());
  }

  private static Grammar grammar(WrittenOutFile file) throws IOException {
    return GrammarReader.grammarOf(
        TraceFormat.named("slp")
            .reader(new ByteArrayInputStream(file.toBytes()), "test.file", false));
  }

  private static String letters(WrittenOutFile file) throws IOException {
    StringBuilder letters = new StringBuilder();
    reading(file).lines().forEach(line -> letters.append(line.equals("T1|w(x)|A") ? 'a' : 'b'));
    return letters.toString();
  }

  @Test
  void wholeFile_isReadAsItIsWrittenOut() throws IOException {
    assertThat(reading(start().trailer(7)).lines()).contains("T1|w(x)|A", "T2|r(x)|");
    assertThat(letters(start().trailer(7))).isEqualTo("abaabba");
    reading(start().trailer(7)).assertWhole();
    assertThat(GrammarRules.text(grammar(start().trailer(7)))).isEqualTo("0=(1)(2)ba 1=(2)a 2=ab");
  }

  @Test
  void rule_mayContinueInTheNextBlock_andIsKeptForLaterOnes() throws IOException {
    WrittenOutFile file =
        start()
            .block(1, 0, NO_NAMES, 0, 1, terminal(1))
            .block(1, 1, NO_NAMES, 0, 2, rule(0), terminal(0), rule(1))
            .block(1, 2, NO_NAMES, 0, 1, END, rule(2), rule(0));
    file.trailer(16);
    assertThat(letters(file)).isEqualTo("abaabba" + "aba" + "baba" + "ab");
  }

  @Test
  void newGrammar_numbersItsRulesAnew() throws IOException {
    byte[] rules = payload(3, 3, 3, END);
    WrittenOutFile file =
        start()
            .block(NEW_GRAMMAR, 2, NO_NAMES, 0, rules, rule(0), terminal(0))
            .block(NEW_GRAMMAR, 1, NO_NAMES, 0, 0, terminal(1))
            .trailer(11);
    assertThat(letters(file)).isEqualTo("abaabba" + "bba" + "b");
    assertThat(GrammarRules.text(grammar(file))).isEqualTo("0=(2)(3)ba(1)ab 1=bb 2=(3)a 3=ab");
  }

  static List<Arguments> invalidContents() {
    return List.of(
        Arguments.of("thread of a terminal", new Object[] {1, 2, 2, 0, 1, 0, 1}),
        Arguments.of("operation of a terminal", new Object[] {1, 0, 22, 0, 1, 0, 1}),
        Arguments.of("operation 0", new Object[] {1, 0, 0, 0, 1, 0, 1}),
        Arguments.of("operand of a terminal", new Object[] {1, 0, 2, 1, 1, 0, 1}),
        Arguments.of("location of a terminal", new Object[] {1, 0, 2, 0, 2, 0, 1}),
        Arguments.of("more terminals than bytes", new Object[] {3, 0, 1}),
        Arguments.of("more rules than bytes", new Object[] {0, 2, 1}),
        Arguments.of("terminal in a rule that is not yet ended", new Object[] {0, 1, 5, 1}),
        Arguments.of("terminal in a rule", new Object[] {0, 2, terminal(2), END, 1}),
        Arguments.of("rule in a rule", new Object[] {0, 2, rule(2), END, 1}),
        Arguments.of("rule without symbols", new Object[] {0, 1, END, 1}),
        Arguments.of("two ends", new Object[] {0, 3, 1, END, END, 1}),
        Arguments.of("no symbol", new Object[] {0, 0, 0}),
        Arguments.of("terminal", new Object[] {0, 0, terminal(2)}),
        Arguments.of("rule", new Object[] {0, 0, rule(2)}),
        Arguments.of("rule that is not yet ended", new Object[] {0, 1, 1, rule(2)}),
        Arguments.of("rule that uses itself", new Object[] {0, 3, 1, rule(2), END, 1}),
        Arguments.of("symbol is missing", new Object[] {0, 0}),
        Arguments.of("nothing", new Object[] {}));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("invalidContents")
  void invalidContents_endTheTrace(String what, Object[] payload) throws IOException {
    WrittenOutFile file = start();
    int at = file.size();
    file.block(1, 1, NO_NAMES, payload).trailer(8);
    reading(file).assertDamaged(7, "byte " + at + ", after 7 events: " + INVALID, 1);
    assertThatThrownBy(() -> grammar(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage("test.file: byte " + at + ", after 7 events: " + INVALID);
  }

  @Test
  void lastOfEach_isValid() throws IOException {
    Object[] contents = {1, 1, 19 - 10, 0, 3, terminal(2), rule(1), END, rule(2)};
    WrittenOutFile file = start().block(1, 1, NO_NAMES, contents).trailer(11);
    reading(file).assertWhole();
    assertThat(reading(file).lines()).endsWith("T2|begin|", "T1|w(x)|A", "T2|r(x)|", "T1|w(x)|A");
  }

  @Test
  void ruleOfAnEarlierGrammar_isNoneOfALaterOne() throws IOException {
    for (int used : new int[] {rule(0), rule(1), rule(2)}) {
      WrittenOutFile file = start();
      int at = file.size();
      file.block(NEW_GRAMMAR, 1, NO_NAMES, 0, 0, used).trailer(9);
      String fault = "byte " + at + ", after 7 events: " + INVALID;
      reading(file).assertDamaged(7, fault, 1);
      assertThatThrownBy(() -> grammar(file)).hasMessage("test.file: " + fault);
    }
  }

  @Test
  void openRule_beforeANewGrammar_isRefused() throws IOException {
    WrittenOutFile file = start().block(1, 0, NO_NAMES, 0, 1, terminal(0));
    int at = file.size();
    file.block(NEW_GRAMMAR, 1, NO_NAMES, 0, 0, terminal(0)).trailer(8);
    reading(file).assertDamaged(7, "byte " + at + ", after 7 events: " + INVALID, 1);
  }

  /** The first grammar has two terminals, four symbols in two rules, and four to start with. */
  @Test
  void earlierGrammars_takeNoRoom_unlessTheyAreKept() throws IOException {
    byte[] file =
        start()
            .block(NEW_GRAMMAR, 2, NO_NAMES, 0, payload(3, 3, 3, END), rule(0), terminal(0))
            .trailer(10)
            .toBytes();
    TraceLimits enough = TraceLimits.DEFAULT.with(TraceLimit.SYMBOLS, 2 + 6 + 4);
    assertThat(Traces.lines(open(file, enough))).hasSize(10);
    assertThatThrownBy(() -> Traces.lines(open(file, enough.with(TraceLimit.SYMBOLS, 11))))
        .hasMessageStartingWith("test.file: byte 12, after 0 events: 12 symbols, rules and");
    assertThatThrownBy(() -> GrammarReader.grammarOf(open(file, enough)))
        .hasMessageMatching("test.file: byte \\d+, after 7 events: 15 symbols, rules and .*");
    TraceLimits all = TraceLimits.DEFAULT.with(TraceLimit.SYMBOLS, 2 + 9 + 4 + 2);
    assertThat(GrammarReader.grammarOf(open(file, all)).events()).isEqualTo(10);
    assertThatThrownBy(() -> GrammarReader.grammarOf(open(file, all.with(TraceLimit.SYMBOLS, 16))))
        .hasMessageMatching("test.file: byte \\d+, after 7 events: 17 symbols, rules and .*");
  }

  /** Rule 1 of the first grammar uses no other one, and that of the second grammar does. */
  @Test
  void depth_isThatOfTheGrammarThatIsRead() throws IOException {
    byte[] flat = payload(6, 1, 3, END, 3, 1, END);
    byte[] nested = payload(8, 1, 3, END, rule(0), 1, END, rule(1), END);
    byte[] file =
        new WrittenOutFile('S')
            .block(1, 2, NAMES, payload(TERMINALS), flat, rule(0), rule(1))
            .block(NEW_GRAMMAR, 1, NO_NAMES, 0, nested, rule(2))
            .trailer(7)
            .toBytes();
    TraceLimits enough = TraceLimits.DEFAULT.with(TraceLimit.DEPTH, 4);
    assertThat(Traces.lines(open(file, enough))).hasSize(7);
    assertThatThrownBy(() -> Traces.lines(open(file, enough.with(TraceLimit.DEPTH, 3))))
        .hasMessageContaining(", after 4 events: 4 nested rules (expected: at most 3");
  }

  @ParameterizedTest
  @CsvSource({
    "SYMBOLS, 1, 2 symbols",
    "SYMBOLS, 7, 8 symbols",
    "SYMBOLS, 11, 12 symbols",
    "DEPTH, 1, 2 nested rules",
    "DEPTH, 2, 3 nested rules"
  })
  void limitThatIsExceededFirst_isSaid(TraceLimit limit, int most, String found) {
    TraceLimits limits = TraceLimits.DEFAULT.with(TraceLimit.EVENTS, 1).with(limit, most);
    byte[] file = start().trailer(7).toBytes();
    assertThatThrownBy(() -> Traces.lines(open(file, limits)))
        .isInstanceOf(TraceLimitException.class)
        .hasMessageStartingWith("test.file: byte 12, after 0 events: " + found);
  }

  private static TraceReader open(byte[] file, TraceLimits limits) throws IOException {
    return TraceFormat.named("slp")
        .reader(new ByteArrayInputStream(file), "test.file", false, limits);
  }

  @Test
  void grammarOfWhatIsPartlyRead_isRefused() throws IOException {
    TraceReader reader = open(start().trailer(7).toBytes(), TraceLimits.DEFAULT);
    assertThat(reader.read(new EventBlock())).isTrue();
    assertThatThrownBy(() -> GrammarReader.grammarOf(reader))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("events have been read (expected: none before the grammar is)");
  }

  @Test
  void bytesBehindTheSymbols_areCounted() throws IOException {
    WrittenOutFile file = start();
    int at = file.size();
    file.block(1, 1, NO_NAMES, 0, 0, rule(1), 1, 1).trailer(10);
    String found = "2 bytes after the last event (expected: the end of the block)";
    reading(file).assertDamaged(10, "byte " + at + ", after 10 events: " + found, 1);
    assertThatThrownBy(() -> grammar(file))
        .hasMessage("test.file: byte " + at + ", after 10 events: " + found);
    WrittenOutFile none = start();
    none.block(1, 0, NO_NAMES, 0, 0, 1).trailer(7);
    String one = "1 bytes after the last event (expected: the end of the block)";
    reading(none).assertDamaged(7, "byte " + at + ", after 7 events: " + one, 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0 1", "4 1", "-1 1", "1 -1", "3 -1", "1 16385", "3 16385"})
  void blockOfNoKind_orOfACountOutOfRange_isRefused(String kindAndCount) throws IOException {
    String[] numbers = kindAndCount.split(" ");
    WrittenOutFile file = start();
    int at = file.size();
    file.sealed(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]), new byte[17]);
    reading(file).assertDamaged(7, "byte " + at + ", after 7 events: " + FileReading.HEADER, 1);
  }

  @Test
  void startRule_hasAtMostSixteenThousandSymbolsInABlock() throws IOException {
    Object[] symbols = new Object[2 + (1 << 14)];
    Arrays.fill(symbols, terminal(0));
    symbols[0] = 0;
    symbols[1] = 0;
    WrittenOutFile file = start().block(1, 1 << 14, NO_NAMES, symbols).trailer(7 + (1 << 14));
    reading(file).assertWhole();
  }

  /** Rule n has 2^(n+1) events; the last rule is all of them, and some terminals. */
  private static WrittenOutFile sum(int terminals, int startTerminals, long events) {
    Object[] rules = new Object[3 * 39 + 39 + terminals + 1];
    rules[0] = terminal(0);
    rules[1] = terminal(1);
    rules[2] = END;
    for (int rule = 1; rule < 39; rule++) {
      rules[3 * rule] = rule(rule - 1);
      rules[3 * rule + 1] = rule(rule - 1);
      rules[3 * rule + 2] = END;
    }
    IntStream.range(0, 39).forEach(rule -> rules[3 * 39 + rule] = rule(rule));
    Arrays.fill(rules, 3 * 39 + 39, rules.length - 1, terminal(0));
    rules[rules.length - 1] = END;
    Object[] start = new Object[1 + startTerminals];
    Arrays.fill(start, terminal(1));
    start[0] = rule(39);
    return new WrittenOutFile('S')
        .block(
            1,
            start.length,
            NAMES,
            payload(TERMINALS),
            rules.length,
            payload(rules),
            payload(start))
        .trailer(events);
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "0, 1"})
  void grammar_hasAsManyEventsAsCanBeNumbered(int inRule, int inStart) throws IOException {
    Grammar grammar = grammar(sum(inRule, inStart, EventBlock.MAX_INDEX));
    assertThat(grammar.events()).isEqualTo(EventBlock.MAX_INDEX);
  }

  @Test
  void grammarOfMoreEvents_isRefused() {
    assertThatThrownBy(() -> grammar(sum(2, 0, 1L << 40)))
        .hasMessage("test.file: byte 12, after 0 events: " + INVALID);
    assertThatThrownBy(() -> grammar(sum(1, 1, 1L << 40)))
        .isInstanceOf(TraceLimitException.class)
        .hasMessage(
            "test.file: byte 12, after 0 events: 1099511627776 events (expected: at most"
                + " 1099511627775)");
  }

  @Test
  void ruleInTheMiddleOfARead_isContinuedInTheNext() throws IOException {
    Object[] rules = new Object[5_002];
    Arrays.fill(rules, terminal(1));
    rules[0] = terminal(0);
    rules[5_001] = END;
    WrittenOutFile file =
        new WrittenOutFile('S')
            .block(
                1, 3, NAMES, payload(TERMINALS), 5_002, payload(rules), rule(0), rule(0), rule(0))
            .trailer(15_003);
    assertThat(letters(file)).isEqualTo(("a" + "b".repeat(5_000)).repeat(3));
  }
}
