package io.racedet.junit.jdk;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.StringTokenizer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Threads that pass the same array to the JDK, or use the same text, without an order. */
@ExpectRace(with = @RaceFree(timeLimit = "20s", repetitions = 1000000))
@Tag(JdkPrograms.PROMISED)
class RacyArraysTest extends JdkPrograms {
  private final int[] array = {3, 2, 1};

  /* ---- arrays ---- */

  @Test
  void fill_whileRead() throws Exception {
    inParallel(() -> Arrays.fill(array, 1), () -> Math.abs(array[0]));
  }

  @Test
  void sort_whileRead() throws Exception {
    inParallel(() -> Arrays.sort(array), () -> Math.abs(array[0]));
  }

  @Test
  void sort_whileSorted() throws Exception {
    inParallel(() -> Arrays.sort(array), () -> Arrays.sort(array, 2, 3));
  }

  @Test
  void setAll_whileSummed() throws Exception {
    inParallel(() -> Arrays.setAll(array, i -> i), () -> Arrays.stream(array).sum());
  }

  @Test
  void write_whileCompared() throws Exception {
    inParallel(() -> array[1] = 5, () -> Arrays.equals(array, new int[3]));
  }

  @Test
  void write_whileHashed() throws Exception {
    inParallel(() -> array[1] = 5, () -> Arrays.hashCode(array));
  }

  @Test
  void write_whileCopied() throws Exception {
    inParallel(() -> array[1] = 5, () -> Arrays.copyOf(array, 2));
  }

  @Test
  void write_whileCloned() throws Exception {
    inParallel(() -> array[1] = 5, () -> array.clone());
  }

  @Test
  void write_whilePrinted() throws Exception {
    inParallel(() -> array[1] = 5, () -> Arrays.toString(array));
  }

  @Test
  void arraycopy_whileRead() throws Exception {
    inParallel(() -> System.arraycopy(new int[3], 0, array, 0, 3), () -> Math.abs(array[1]));
  }

  @Test
  void parallelSort_whileRead() throws Exception {
    inParallel(() -> Arrays.parallelSort(array), () -> Math.abs(array[1]));
  }

  @Test
  void toArray_intoASharedArray() throws Exception {
    List<Integer> list = new ArrayList<>(List.of(1, 2));
    Integer[] target = new Integer[2];
    inParallel(() -> list.toArray(target), () -> list.toArray(target));
  }

  @Test
  void streamOfAnArray_whileItIsWritten() throws Exception {
    String[] texts = {"a", "b"};
    inParallel(() -> texts[1] = "c", () -> Stream.of(texts).forEach(String::length));
  }

  @Test
  void chars_whileTheyAreRead() throws Exception {
    char[] chars = new char[2];
    inParallel(() -> "ab".getChars(0, 2, chars, 0), () -> new String(chars));
  }

  @Test
  void bytes_readIntoWhileTheyAreWritten() throws Exception {
    byte[] bytes = new byte[2];
    inParallel(
        () -> new ByteArrayInputStream(new byte[2]).read(bytes),
        () -> new ByteArrayOutputStream().write(bytes));
  }

  /* ---- texts and others ---- */

  @Test
  void stringBuilder_appendedByBoth() throws Exception {
    StringBuilder text = new StringBuilder();
    Step step = () -> text.append("x");
    inParallel(step, step);
  }

  @Test
  void stringBuilder_appendedWhileRead() throws Exception {
    StringBuilder text = new StringBuilder();
    inParallel(() -> text.append("x"), () -> text.toString());
  }

  @Test
  void stringJoiner() throws Exception {
    StringJoiner joiner = new StringJoiner(",");
    inParallel(() -> joiner.add("a"), joiner::toString);
  }

  @Test
  void stringTokenizer() throws Exception {
    StringTokenizer tokens = new StringTokenizer("a b");
    inParallel(tokens::nextToken, tokens::nextToken);
  }

  @Test
  void matcher() throws Exception {
    Matcher matcher = Pattern.compile("a").matcher("aa");
    inParallel(matcher::find, matcher::hitEnd);
  }

  @Test
  void statistics() throws Exception {
    IntSummaryStatistics numbers = new IntSummaryStatistics();
    inParallel(() -> numbers.accept(1), numbers::getSum);
  }

  @Test
  void date() throws Exception {
    Date date = new Date();
    inParallel(() -> date.setTime(1), date::getTime);
  }

  @Test
  void splittableRandom() throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    inParallel(random::nextInt, random::nextInt);
  }
}
