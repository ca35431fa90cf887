package io.racedet.junit.agent.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.BufferOverflowException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Buffers: their positions, limits, byte orders and elements. */
class BufferContentsTest extends ContentsTestCase {
  private static final String LIMIT = "Buffer.limit";
  private static final String ORDER = "ByteBuffer.bigEndian";

  /* ---- positions ---- */

  private static ByteBuffer marked(ByteBuffer buffer) {
    buffer.position(1).mark().limit(15);
    return buffer;
  }

  private static final List<Kind<ByteBuffer>> BYTES =
      List.of(
          kind("heap", () -> marked(ByteBuffer.allocate(16))),
          kind("wrapped", () -> marked(ByteBuffer.wrap(new byte[20], 2, 16).slice())),
          kind("direct", () -> marked(ByteBuffer.allocateDirect(16))));

  private static final List<Call<ByteBuffer>> LOOKING =
      List.of(
          call("position", ByteBuffer::position),
          call("remaining", ByteBuffer::remaining),
          call("hasRemaining", ByteBuffer::hasRemaining),
          call("duplicate", ByteBuffer::duplicate),
          call("slice", ByteBuffer::slice),
          call("asReadOnlyBuffer", ByteBuffer::asReadOnlyBuffer),
          call("asIntBuffer", ByteBuffer::asIntBuffer),
          call("compareTo", b -> b.compareTo(ByteBuffer.allocate(1))),
          call("argument of compareTo", b -> ByteBuffer.allocate(1).compareTo(b)),
          call("mismatch", b -> b.mismatch(ByteBuffer.allocate(1))),
          call("hashCode", ByteBuffer::hashCode),
          call("toString", ByteBuffer::toString),
          call("mark", b -> b.mark()));

  private static final List<Call<ByteBuffer>> MOVING =
      List.of(
          call("position of a number", b -> b.position(1)),
          call("get", b -> b.get()),
          call("put", b -> b.put((byte) 1)),
          call("getInt", b -> b.getInt()),
          call("putInt", b -> b.putInt(1)),
          call("getChar", b -> b.getChar()),
          call("get to an array", b -> b.get(new byte[2])),
          call("get to a part", b -> b.get(new byte[3], 1, 1)),
          call("put of an array", b -> b.put(new byte[2])),
          call("put of a part", b -> b.put(new byte[3], 1, 1)),
          call("put of a buffer", b -> b.put(ByteBuffer.allocate(1))),
          call("argument of put", b -> ByteBuffer.allocate(20).put(b)),
          call("flip", b -> b.flip()),
          call("clear", b -> b.clear()),
          call("rewind", b -> b.rewind()),
          call("reset", b -> b.reset()),
          call("compact", ByteBuffer::compact));

  private static final List<Kind<CharBuffer>> CHARS =
      List.of(
          kind("chars", () -> CharBuffer.allocate(9)),
          kind("chars of bytes", () -> ByteBuffer.allocate(20).asCharBuffer()));

  private static final List<Call<CharBuffer>> LOOKING_AT_CHARS =
      List.of(
          call("length", CharBuffer::length),
          call("charAt", b -> b.charAt(1)),
          call("subSequence", b -> b.subSequence(0, 1)),
          call("isEmpty", b -> b.isEmpty()),
          call("toString", CharBuffer::toString),
          call("put of nothing", b -> b.put("")),
          call("get of nothing", b -> b.get(new char[0])));

  private static final List<Call<CharBuffer>> MOVING_CHARS =
      List.of(
          call("put of a string", b -> b.put("ab")),
          call("append of a char", b -> b.append('a')),
          call("get", b -> b.get()));

  static Stream<Arguments> races() {
    return Stream.of(
            pairs(BYTES, LOOKING, MOVING.subList(0, 1)),
            pairs(BYTES, MOVING, LOOKING.subList(0, 1)),
            pairs(BYTES, MOVING, MOVING.subList(0, 1)),
            pairs(CHARS, LOOKING_AT_CHARS, MOVING_CHARS.subList(0, 1)),
            pairs(CHARS, MOVING_CHARS, LOOKING_AT_CHARS.subList(0, 1)))
        .flatMap(rows -> rows);
  }

  static Stream<Arguments> noRaces() {
    return Stream.of(
            pairs(BYTES, LOOKING, LOOKING.subList(0, 4)),
            pairs(CHARS, LOOKING_AT_CHARS, LOOKING_AT_CHARS))
        .flatMap(rows -> rows);
  }

  /* ---- other variables ---- */

  private Set<String> races(Programs.Step first, Programs.Step second) {
    return Recorded.run(getClass(), () -> Programs.inParallel(first, second)).races();
  }

  /** Calls with an index, which need no position. */
  static List<Call<ByteBuffer>> indexed() {
    return List.of(
        call("get", b -> b.get(0)),
        call("put", b -> b.put(0, (byte) 1)),
        call("getLong", b -> b.getLong(0)),
        call("get to an array", b -> b.get(0, new byte[1])),
        call("put of a part", b -> b.put(0, new byte[3], 1, 1)),
        call("put of a buffer", b -> b.put(0, ByteBuffer.allocate(1), 0, 1)),
        call("slice", b -> b.slice(0, 4)),
        call("limit", b -> b.limit()));
  }

  @ParameterizedTest
  @MethodSource("indexed")
  void index_isCheckedByTheLimit(Call<ByteBuffer> call) {
    ByteBuffer buffer = ByteBuffer.allocate(16);
    assertThat(races(() -> call.code().accept(buffer), () -> buffer.limit(9)))
        .containsExactly(LIMIT);
    ByteBuffer cleared = ByteBuffer.allocate(16);
    assertThat(races(() -> call.code().accept(cleared), () -> cleared.clear()))
        .containsExactly(LIMIT);
  }

  @ParameterizedTest
  @MethodSource("indexed")
  void index_needsNoPosition(Call<ByteBuffer> call) {
    ByteBuffer buffer = ByteBuffer.allocate(16);
    assertThat(
            races(
                () -> call.code().accept(buffer),
                () -> {
                  buffer.position(9);
                  buffer.put((byte) 1);
                  buffer.putInt(1);
                }))
        .isEmpty();
  }

  @Test
  void byteOrder_isUsedByNumbers() {
    ByteBuffer buffer = ByteBuffer.allocate(16);
    Programs.Step order = () -> buffer.order(ByteOrder.LITTLE_ENDIAN);
    assertThat(races(order, () -> buffer.getInt(0))).containsExactly(ORDER);
    assertThat(races(order, () -> buffer.getInt())).containsExactly(ORDER);
    assertThat(races(order, () -> buffer.putShort((short) 1))).containsExactly(ORDER);
    assertThat(races(order, order)).containsExactly(ORDER);
    assertThat(races(order, () -> buffer.order())).containsExactly(ORDER);
    assertThat(races(order, () -> buffer.get(0))).isEmpty();
    assertThat(races(() -> buffer.order(), () -> buffer.getInt(0))).isEmpty();
    IntBuffer ints = IntBuffer.allocate(1);
    assertThat(races(() -> ints.order(), () -> ints.order())).isEmpty();
  }

  /* ---- elements of arrays ---- */

  private static final int SIZE = 64;

  /** The elements that a call accesses, of a buffer whose array begins 8 elements earlier. */
  private record Part(String name, BiConsumer<ByteBuffer, byte[]> call, int from, int to) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Part part(String name, BiConsumer<ByteBuffer, byte[]> call, int from, int to) {
    return new Part(name, call, from, to);
  }

  static List<Part> parts() {
    byte[] many = new byte[4];
    return List.of(
        part("get", (b, a) -> b.position(9).get(), 17, 18),
        part("get of an index", (b, a) -> b.get(9), 17, 18),
        part("getLong", (b, a) -> b.position(4).getLong(), 12, 20),
        part("getInt of an index", (b, a) -> b.getInt(8), 16, 20),
        part("get to an array", (b, a) -> b.position(9).get(many), 17, 21),
        part("get to a part", (b, a) -> b.position(9).get(many, 1, 2), 17, 19),
        part("get to an array of an index", (b, a) -> b.get(9, many), 17, 21),
        part("get to a part of an index", (b, a) -> b.get(8, many, 2, 2), 16, 18),
        part("put into another", (b, a) -> ByteBuffer.allocate(9).put(0, b, 9, 3), 17, 20));
  }

  static List<Part> writingParts() {
    byte[] many = new byte[4];
    return List.of(
        part("put", (b, a) -> b.position(9).put((byte) 1), 17, 18),
        part("put at an index", (b, a) -> b.put(9, (byte) 1), 17, 18),
        part("putLong", (b, a) -> b.position(4).putLong(1), 12, 20),
        part("putChar at an index", (b, a) -> b.putChar(8, 'a'), 16, 18),
        part("put of an array", (b, a) -> b.position(9).put(many), 17, 21),
        part("put of a part", (b, a) -> b.position(9).put(many, 1, 2), 17, 19),
        part("put of an array at an index", (b, a) -> b.put(9, many), 17, 21),
        part("put of a part at an index", (b, a) -> b.put(8, many, 2, 2), 16, 18),
        part("put of another", (b, a) -> b.put(9, ByteBuffer.allocate(3), 0, 3), 17, 20));
  }

  private static ByteBuffer of(byte[] array) {
    return ByteBuffer.wrap(array, 8, SIZE - 8).slice();
  }

  @ParameterizedTest
  @MethodSource({"parts", "writingParts"})
  void elements_areThoseOfTheArray(Part part) {
    for (int i = part.from - 1; i <= part.to; i++) {
      int index = i;
      byte[] array = new byte[SIZE];
      ByteBuffer buffer = of(array);
      Set<String> races = races(() -> part.call.accept(buffer, array), () -> array[index] = 1);
      if (i < part.from || i >= part.to) {
        assertThat(races).isEmpty();
      } else {
        assertThat(races).containsExactly("array byte[" + SIZE + "][" + i + "]");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("parts")
  void readElements_doNotRaceWithReads(Part part) {
    byte[] array = new byte[SIZE];
    ByteBuffer buffer = of(array);
    assertThat(races(() -> part.call.accept(buffer, array), () -> sum(array))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("writingParts")
  void writtenElements_raceWithReads(Part part) {
    byte[] array = new byte[SIZE];
    ByteBuffer buffer = of(array);
    assertThat(races(() -> part.call.accept(buffer, array), () -> sum(array)))
        .contains("array byte[" + SIZE + "][" + part.from + "]");
  }

  private static int sum(byte[] array) {
    int sum = 0;
    for (byte each : array) {
      sum += each;
    }
    return sum;
  }

  @Test
  void viewsWithOneArray_shareItsElements() {
    ByteBuffer buffer = ByteBuffer.allocate(8);
    ByteBuffer duplicate = buffer.duplicate();
    assertThat(races(() -> buffer.put(3, (byte) 1), () -> duplicate.get(3)))
        .containsExactly("array byte[8][3]");
    assertThat(races(() -> buffer.put((byte) 1), duplicate::getInt))
        .containsExactly("array byte[8][0]");
    assertThat(races(() -> buffer.put(6, (byte) 1), () -> duplicate.putInt(0, 1))).isEmpty();
  }

  @Test
  void arrayOfAnyType_isShared() {
    int[] ints = new int[8];
    IntBuffer buffer = IntBuffer.wrap(ints);
    assertThat(races(() -> buffer.put(3, 1), () -> ints[3] = 2)).containsExactly("array int[8][3]");
    long[] longs = new long[4];
    LongBuffer large = LongBuffer.wrap(longs);
    assertThat(races(() -> large.get(), () -> longs[0] = 2)).containsExactly("array long[4][0]");
    char[] chars = new char[4];
    CharBuffer text = CharBuffer.wrap(chars);
    assertThat(races(() -> text.put("ab"), () -> Arrays.fill(chars, 1, 4, 'x')))
        .containsExactly("array char[4][1]");
  }

  /* ---- other memory ---- */

  @Test
  void elementsOffTheHeap_areThoseOfTheBuffer() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(16);
    assertThat(races(() -> buffer.put(3, (byte) 1), () -> buffer.getInt(0)))
        .containsExactly("DirectByteBuffer[3]");
    assertThat(races(() -> buffer.put(3, (byte) 1), () -> buffer.putInt(4, 1))).isEmpty();
    assertThat(races(() -> buffer.get(3), () -> buffer.getInt(0))).isEmpty();
    IntBuffer view = ByteBuffer.allocate(16).asIntBuffer();
    assertThat(races(() -> view.put(1, 1), () -> view.get(1)))
        .allMatch(name -> name.endsWith("[1]"))
        .hasSize(1);
  }

  @Test
  void readOnlyBuffer_readByMany_isSilent() {
    ByteBuffer buffer = ByteBuffer.wrap(new byte[8]).asReadOnlyBuffer();
    assertThat(
            races(
                () -> {
                  buffer.get(3);
                  buffer.duplicate().get();
                },
                () -> {
                  buffer.getInt(0);
                  buffer.asReadOnlyBuffer().getInt();
                  buffer.remaining();
                }))
        .isEmpty();
  }

  /* ---- what is not accessed ---- */

  @Test
  void questionsAboutWhatNoCallChanges_areSilent() {
    ByteBuffer buffer = ByteBuffer.allocate(8);
    assertThat(
            races(
                () -> buffer.put((byte) 1).flip().clear(),
                () -> {
                  buffer.capacity();
                  buffer.hasArray();
                  buffer.array();
                  buffer.arrayOffset();
                  buffer.isDirect();
                  buffer.isReadOnly();
                }))
        .isEmpty();
  }

  @Test
  void call_thatThrows_hasNoAccess() {
    ByteBuffer empty = ByteBuffer.allocate(0);
    ByteBuffer readOnly = ByteBuffer.allocate(4).asReadOnlyBuffer();
    Programs.Step step =
        () -> {
          failing(BufferUnderflowException.class, empty::get);
          failing(BufferOverflowException.class, () -> empty.put((byte) 1));
          failing(ReadOnlyBufferException.class, () -> readOnly.put((byte) 1));
          failing(IndexOutOfBoundsException.class, () -> empty.get(0));
          failing(IllegalArgumentException.class, () -> empty.position(1));
        };
    assertThat(races(step, step)).isEmpty();
  }

  private static void failing(Class<? extends RuntimeException> expected, Runnable call) {
    try {
      call.run();
    } catch (RuntimeException e) {
      assertThat(e).isInstanceOf(expected);
      return;
    }
    throw new IllegalStateException("has not thrown");
  }

  @Test
  void methodReference_isACall() {
    IntBuffer buffer = IntBuffer.allocate(8);
    IntUnaryOperator get = buffer::get;
    assertThat(races(() -> get.applyAsInt(3), () -> buffer.put(3, 1)))
        .containsExactly("array int[8][3]");
  }

  @Test
  void buffer_usedUnderOneLock_isSilent() {
    ByteBuffer buffer = ByteBuffer.allocate(8);
    Programs.Step step =
        () -> {
          synchronized (buffer) {
            buffer.clear();
            buffer.order(ByteOrder.LITTLE_ENDIAN).putInt(1).flip();
            buffer.getInt(0);
          }
        };
    assertThat(races(step, step)).isEmpty();
  }
}
