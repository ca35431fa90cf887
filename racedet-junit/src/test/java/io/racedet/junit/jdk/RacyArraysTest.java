package io.racedet.junit.jdk;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.text.DecimalFormat;
import java.text.MessageFormat;
import java.text.ParsePosition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Calendar;
import java.util.Date;
import java.util.HexFormat;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.StringTokenizer;
import java.util.UUID;
import java.util.Vector;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Threads that pass the same array to the JDK, or use the same text, without an order. */
@ExpectRace(with = @RaceFree(timeLimit = "20s", repetitions = 1000000))
@Tag(JdkPrograms.PROMISED)
class RacyArraysTest extends JdkPrograms {
  private final int[] array = {3, 2, 1};
  private final Object[] values = {1, 2};
  private final byte[] bytes = new byte[32];
  private final int[][] rows = {{1}, {2}};

  /* ---- arrays ---- */

  @Test
  @Tag(SMOKE)
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

  /* ---- arrays that other calls get ---- */

  @Test
  void listOf_whileItsElementIsWritten() throws Exception {
    inParallel(() -> values[1] = 5, () -> List.of(values));
  }

  @Test
  void setOf_whileItsElementIsWritten() throws Exception {
    inParallel(() -> values[1] = 5, () -> Set.of(values));
  }

  @Test
  void hash_whileItsElementIsWritten() throws Exception {
    inParallel(() -> values[1] = 5, () -> Objects.hash(values));
  }

  @Test
  void format_whileItsElementIsWritten() throws Exception {
    inParallel(() -> values[1] = 5, () -> String.format("%s", values));
  }

  @Test
  void messageFormat_whileItsElementIsWritten() throws Exception {
    inParallel(() -> values[1] = 5, () -> MessageFormat.format("{1}", values));
  }

  @Test
  void bigInteger_ofBytesThatAreWritten() throws Exception {
    inParallel(() -> bytes[1] = 5, () -> new BigInteger(bytes));
  }

  @Test
  void uuid_ofBytesThatAreWritten() throws Exception {
    inParallel(() -> bytes[1] = 5, () -> UUID.nameUUIDFromBytes(bytes));
  }

  @Test
  void hexFormat_ofBytesThatAreWritten() throws Exception {
    inParallel(() -> bytes[1] = 5, () -> HexFormat.of().formatHex(bytes));
  }

  @Test
  void deepToString_ofRowsThatAreWritten() throws Exception {
    inParallel(() -> rows[1][0] = 5, () -> Arrays.deepToString(rows));
  }

  @Test
  void deepEquals_ofRowsThatAreWritten() throws Exception {
    inParallel(() -> rows[1][0] = 5, () -> Arrays.deepEquals(rows, rows.clone()));
  }

  @Test
  void deepHashCode_ofRowsThatAreWritten() throws Exception {
    inParallel(() -> rows[1][0] = 5, () -> Arrays.deepHashCode(rows));
  }

  @Test
  void base64_writtenIntoBytesThatAreRead() throws Exception {
    inParallel(() -> Math.abs(bytes[1]), () -> Base64.getEncoder().encode(new byte[3], bytes));
  }

  @Test
  void digest_writtenIntoBytesThatAreRead() throws Exception {
    inParallel(
        () -> Math.abs(bytes[1]), () -> MessageDigest.getInstance("MD5").digest(bytes, 0, 16));
  }

  @Test
  void cipher_writtenIntoBytesThatAreRead() throws Exception {
    inParallel(() -> Math.abs(bytes[1]), () -> cipher().update(new byte[16], 0, 16, bytes, 1));
  }

  @Test
  void copyInto_whileRead() throws Exception {
    Vector<Object> vector = new Vector<>(List.of(1));
    inParallel(() -> vector.copyInto(values), () -> String.valueOf(values[0]));
  }

  @Test
  void streamToASharedArray() throws Exception {
    inParallel(() -> Stream.of(1, 2).toArray(n -> values), () -> String.valueOf(values[0]));
  }

  @Test
  void toChars_whileRead() throws Exception {
    char[] chars = new char[2];
    inParallel(() -> Character.toChars(0x10000, chars, 0), () -> String.valueOf(chars[1]));
  }

  @Test
  void bytesOfABuffer_whileRead() throws Exception {
    ByteBuffer buffer = ByteBuffer.allocate(32);
    inParallel(() -> Math.abs(bytes[1]), () -> buffer.get(bytes));
  }

  @Test
  void bytesOfABuffer_whileWritten() throws Exception {
    ByteBuffer buffer = ByteBuffer.allocate(32);
    inParallel(() -> bytes[1] = 5, () -> buffer.put(bytes, 0, 2));
  }

  /* ---- element by element ---- */

  @Test
  void toArray_intoALongerArray() throws Exception {
    List<Integer> list = new ArrayList<>(List.of(1));
    inParallel(() -> list.toArray(values), () -> values[1] = 5);
  }

  @Test
  void search_untilWhatIsWritten() throws Exception {
    List<Integer> list = new ArrayList<>(List.of(1, 2));
    inParallel(() -> list.set(1, 5), () -> list.contains(7));
  }

  @Test
  void searchOfAnArray_untilWhatIsWritten() throws Exception {
    inParallel(() -> values[1] = 5, () -> Arrays.asList(values).contains(7));
  }

  @Test
  void streamThatMatches_whileWritten() throws Exception {
    inParallel(() -> array[2] = 5, () -> Arrays.stream(array).anyMatch(x -> x == 9));
  }

  @Test
  void listThatMatches_whileWritten() throws Exception {
    List<Integer> list = new ArrayList<>(List.of(1, 2));
    inParallel(() -> list.set(1, 5), () -> list.stream().anyMatch(x -> x == 9));
  }

  @Test
  void forEach_whileWritten() throws Exception {
    List<Integer> list = new ArrayList<>(List.of(1, 2));
    inParallel(() -> list.set(1, 5), () -> list.forEach(x -> {}));
  }

  @Test
  void replaceAll_whileRead() throws Exception {
    List<Integer> list = new ArrayList<>(List.of(1, 2));
    inParallel(() -> list.get(1), () -> list.replaceAll(x -> x + 1));
  }

  @Test
  void removeIf_whileWritten() throws Exception {
    List<Integer> list = new ArrayList<>(List.of(1, 2));
    inParallel(() -> list.set(1, 5), () -> list.removeIf(x -> x == 9));
  }

  @Test
  void replaceAllOfAnArray_whileRead() throws Exception {
    inParallel(() -> String.valueOf(values[1]), () -> Arrays.asList(values).replaceAll(x -> 1));
  }

  private static Cipher cipher() throws Exception {
    Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding");
    cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[16], "AES"));
    return cipher;
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

  @Test
  void write_whileComparedWithALongerArray() throws Exception {
    int[] array = new int[2];
    inParallel(() -> array[1] = 1, () -> Arrays.mismatch(new int[3], array));
  }

  @Test
  void position_setWhileParsed() throws Exception {
    ParsePosition position = new ParsePosition(0);
    DecimalFormat format = new DecimalFormat("0");
    inParallel(() -> position.setIndex(0), () -> format.parse("1", position));
  }

  @Test
  void calendar_setWhileComparedWith() throws Exception {
    Calendar changed = Calendar.getInstance();
    Calendar other = Calendar.getInstance();
    inParallel(() -> changed.setTimeInMillis(0), () -> other.before(changed));
  }
}
