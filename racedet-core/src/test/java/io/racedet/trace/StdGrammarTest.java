package io.racedet.trace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.EventBlock;
import io.racedet.event.EventSink;
import io.racedet.event.Op;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reader of text, compared with a regular expression line by line. */
class StdGrammarTest {
  private static final Pattern LINE =
      Pattern.compile("([^|()]+)\\|(.*?)\\|(.*?)\r?", Pattern.DOTALL);
  private static final String WITH_OPERAND = ops(true);
  private static final String WITHOUT_OPERAND = ops(false);
  private static final Pattern EVENT =
      Pattern.compile(
          "(" + WITH_OPERAND + ")\\([^|()]+\\)|(" + WITHOUT_OPERAND + ")(\\(\\))?", Pattern.DOTALL);

  private static final String[] THREADS = {
    "T1", "T2", "sevenof", "seven", "eightofT", "eightofTail", "eightofTale", "#no", ""
  };
  private static final String[] OPERANDS = {"(x)", "(y)", "(a.long.field)", "()", "", "(", "((x)"};
  private static final String[] LOCATIONS = {"", "A:1", "a|b (c)", "\u00e9", "A:1\r", "\r", "#"};
  private static final String[] LINES = {
    "",
    "\r",
    "# T1|w(x)|",
    "T1",
    "T1|w(x)",
    "|",
    "\r\r",
    "T",
    "T1|begin",
    "T2|end",
    "T1|w(x",
    "\r|w(x)|"
  };

  private static String ops(boolean haveOperand) {
    return Arrays.stream(Op.values())
        .filter(op -> haveOperand == (op.operand() != Op.Operand.NONE))
        .map(Op::mnemonic)
        .collect(Collectors.joining("|"));
  }

  /** The event of a line as the reader shows it, or null. */
  private static String event(String line) {
    Matcher parts = LINE.matcher(line);
    if (!parts.matches() || !EVENT.matcher(parts.group(2)).matches()) {
      return null;
    }
    return parts.group(1) + '|' + parts.group(2).replace("()", "") + '|' + parts.group(3);
  }

  private static boolean isNone(String line) {
    return line.isEmpty() || line.equals("\r") || line.startsWith("#");
  }

  private static <T> T any(SplittableRandom random, T[] of) {
    return of[random.nextInt(of.length)];
  }

  private static String line(SplittableRandom random) {
    if (random.nextInt(6) == 0) {
      return any(random, LINES);
    }
    String op = random.nextInt(9) == 0 ? "wx" : any(random, Op.values()).mnemonic();
    String event = random.nextInt(3) > 0 ? any(random, new String[] {"r", "w"}) : op;
    String behind = random.nextInt(20) == 0 ? "z" : "";
    String operand = OPERANDS[random.nextInt(1 + random.nextInt(OPERANDS.length))];
    String thread = THREADS[random.nextInt(1 + random.nextInt(THREADS.length))];
    return thread + '|' + event + operand + behind + '|' + any(random, LOCATIONS);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 50, 1 << 16})
  void lines_areReadOrLeftOut_asTheExpressionSays(int chunk) throws IOException {
    for (int seed = 0; seed < 150; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<String> lines = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        lines.add(line(random));
      }
      check(lines, random.nextBoolean() ? "\n" : "", chunk, "seed " + seed);
    }
  }

  private static void check(List<String> lines, String end, int chunk, String seed)
      throws IOException {
    List<String> events = new ArrayList<>();
    List<String> positions = new ArrayList<>();
    List<String> faults = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String event = event(lines.get(i));
      if (isNone(lines.get(i))) {
        continue;
      } else if (event == null) {
        faults.add("test.std: line " + (i + 1) + ": cannot read \"");
      } else {
        events.add(event);
        positions.add("line " + (i + 1));
      }
    }
    byte[] text = (String.join("\n", lines) + end).getBytes(UTF_8);
    try (TraceReader reader = reader(text, chunk)) {
      List<String> left = new ArrayList<>();
      reader.onDropped(fault -> left.add(fault.getMessage()));
      EventBlock block = new EventBlock();
      assertThat(reader.read(block)).isEqualTo(!events.isEmpty());
      for (int i = 0; i < block.size(); i++) {
        assertThat(Traces.line(block.words()[i], block.locations()[i], reader.names()))
            .as(seed)
            .isEqualTo(events.get(i));
        assertThat(reader.position(i)).as(seed).isEqualTo(positions.get(i));
        assertThat(block.locations()[i] == EventSink.NO_LOCATION)
            .as(seed)
            .isEqualTo(events.get(i).endsWith("|"));
      }
      assertThat(block.size()).as(seed).isEqualTo(events.size());
      assertThat(left).as(seed).hasSameSizeAs(faults);
      for (int i = 0; i < left.size(); i++) {
        assertThat(left.get(i)).as(seed).startsWith(faults.get(i));
      }
      assertThat(reader.dropped()).as(seed).isEqualTo(faults.size());
      block.clear();
      assertThat(reader.read(block)).as(seed).isFalse();
    }
  }

  private static TraceReader reader(byte[] text, int chunk) {
    ByteArrayInputStream in =
        new ByteArrayInputStream(text) {
          @Override
          public synchronized int read(byte[] bytes, int from, int length) {
            return super.read(bytes, from, Math.min(chunk, length));
          }
        };
    return new StdReader(in, "test.std", true, TraceLimits.DEFAULT);
  }

  /** A line is at the end of a chunk, and of the block, in each way. */
  @Test
  void lineOfAnyLength_isReadWhereAChunkEnds() throws IOException {
    for (int length = 65_500; length < 65_560; length++) {
      String first = "T1|w(x)|" + "y".repeat(length - 9);
      List<String> lines = List.of(first, "T2|r(x)|A:1", "T1|r(z)|");
      check(lines, "\n", 1 << 20, "length " + length);
    }
  }
}
