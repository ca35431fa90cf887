package io.racedet.trace;

import io.racedet.event.Op;
import io.racedet.trace.block.BlockFormat;
import io.racedet.trace.block.BlockOutput;
import io.racedet.trace.bytes.ByteList;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Files that stand for far more than their size, and files that are damaged at random. */
public final class HostileFiles {
  private static final int TERMINALS = 2;
  private static final int END_OF_RULE = 0;
  private static final byte[] SLP = {(byte) 0x89, 'S', 'L', 'P', '\r', '\n', 0x1A, '\n'};

  private HostileFiles() {}

  /** The start, the blocks and the trailer of a binary file. */
  static List<byte[]> blocks(byte[] bytes) {
    List<byte[]> parts = new ArrayList<>();
    parts.add(Arrays.copyOf(bytes, BlockFormat.HEADER));
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = BlockFormat.HEADER; at < bytes.length; ) {
      int length = BlockFormat.PAYLOAD + buffer.getInt(at + BlockFormat.LENGTH);
      parts.add(Arrays.copyOfRange(bytes, at, at + length));
      at += length;
    }
    return parts;
  }

  /** Corrects the checksum of a block. */
  static void seal(byte[] block) {
    CRC32C crc = new CRC32C();
    crc.update(block, 0, BlockFormat.CRC);
    crc.update(block, BlockFormat.PAYLOAD, block.length - BlockFormat.PAYLOAD);
    ByteBuffer.wrap(block)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(BlockFormat.CRC, (int) crc.getValue());
  }

  static byte[] join(List<byte[]> parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    parts.forEach(out::writeBytes);
    return out.toByteArray();
  }

  /**
   * A grammar of 2^depth events, two threads that write a variable in turn; rules are nested to
   * that depth.
   */
  public static byte[] doubling(int depth) throws IOException {
    ByteList rules = new ByteList();
    int count = 3;
    numbers(rules, terminal(0), terminal(1), END_OF_RULE);
    for (int rule = 1; rule < depth; rule++) {
      numbers(rules, rule(rule - 1), rule(rule - 1), END_OF_RULE);
      count += 3;
    }
    return grammar(count, rules, 1L << depth, rule(depth - 1));
  }

  /** A grammar whose rules are nested to a depth; of each, the first symbol is a terminal. */
  public static byte[] chain(int depth) throws IOException {
    ByteList rules = new ByteList();
    int count = 3;
    numbers(rules, terminal(0), terminal(1), END_OF_RULE);
    for (int rule = 1; rule < depth - 1; rule++) {
      numbers(rules, terminal(0), rule(rule - 1), END_OF_RULE);
      count += 3;
    }
    return grammar(count, rules, depth, rule(depth - 2));
  }

  /** A grammar with one rule besides the start rule, of a number of symbols. */
  public static byte[] longRule(int symbols) throws IOException {
    ByteList rules = new ByteList();
    for (int i = 0; i < symbols; i++) {
      rules.number(terminal(0));
    }
    rules.number(END_OF_RULE);
    return grammar(symbols + 1, rules, symbols, rule(0));
  }

  private static int terminal(int terminal) {
    return 1 + 2 * terminal;
  }

  private static int rule(int rule) {
    return 2 + 2 * rule;
  }

  private static void numbers(ByteList list, int... numbers) {
    for (int number : numbers) {
      list.number(number);
    }
  }

  private static byte[] grammar(int count, ByteList rules, long events, int start)
      throws IOException {
    ByteList block = BlockOutput.block();
    names(block, 2, "T1", "T2");
    names(block, 1, "x");
    numbers(block, 0, 0, 0, 0, 0);
    block.number(TERMINALS);
    for (int thread = 0; thread < TERMINALS; thread++) {
      numbers(block, thread, 1 + Op.WRITE.ordinal(), 0, 0);
    }
    block.number(count);
    block.put(rules);
    block.number(start);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BlockOutput blocks = new BlockOutput(out, SLP, 1);
    blocks.write(BlockFormat.PLAIN, 1, block);
    blocks.writeTrailer(events);
    return out.toByteArray();
  }

  private static void names(ByteList block, int count, String... names) {
    block.number(count);
    for (String name : names) {
      block.number(name.length());
      block.put(name.getBytes(StandardCharsets.US_ASCII));
    }
  }

  /** A file of blocks of one event each, with a number of variables that have empty names. */
  public static byte[] emptyNames(int blockCount, int namesPerBlock) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BlockOutput blocks = new BlockOutput(out, RdtLayout.MAGIC, RdtLayout.VERSION);
    for (int i = 0; i < blockCount; i++) {
      ByteList block = BlockOutput.block();
      names(block, i == 0 ? 1 : 0, i == 0 ? new String[] {"T"} : new String[0]);
      block.number(namesPerBlock);
      block.put(new byte[namesPerBlock]);
      numbers(block, 0, 0, 0, 0, 0);
      numbers(block, 0, 0, 1 + Op.WRITE.ordinal(), 0, 0);
      blocks.write(BlockFormat.PLAIN, 1, block);
    }
    blocks.writeTrailer(blockCount);
    return out.toByteArray();
  }

  /** The bytes, compressed. */
  public static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  /** The bytes that were compressed. */
  public static byte[] gunzip(byte[] bytes) throws IOException {
    try (GZIPInputStream gzip = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return gzip.readAllBytes();
    }
  }

  /** A copy with a few bytes changed, left out or repeated, or without its end. */
  public static byte[] damaged(byte[] bytes, SplittableRandom random) {
    byte[] damaged = bytes.clone();
    for (int i = random.nextInt(1, 4); i > 0 && damaged.length > 0; i--) {
      int at = random.nextInt(damaged.length);
      int to = Math.min(damaged.length, at + random.nextInt(1, 20));
      switch (random.nextInt(5)) {
        case 0 -> damaged[at] = (byte) random.nextInt();
        case 1 -> damaged[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        case 2 -> damaged = replaced(damaged, at, to, new byte[0]);
        case 3 -> damaged = replaced(damaged, at, at, Arrays.copyOfRange(damaged, at, to));
        default -> damaged = random.nextInt(4) == 0 ? Arrays.copyOf(damaged, at) : damaged;
      }
    }
    return damaged;
  }

  private static byte[] replaced(byte[] bytes, int from, int to, byte[] by) {
    return join(
        List.of(Arrays.copyOf(bytes, from), by, Arrays.copyOfRange(bytes, to, bytes.length)));
  }

  /** A copy of a binary file with a few bytes of a block changed, and a correct checksum. */
  public static byte[] damagedBlock(byte[] bytes, SplittableRandom random) {
    List<byte[]> parts = blocks(bytes);
    byte[] block = parts.get(random.nextInt(1, parts.size()));
    for (int i = random.nextInt(1, 4); i > 0; i--) {
      int at = random.nextInt(BlockFormat.PAYLOAD, block.length);
      block[at] =
          (byte) (random.nextBoolean() ? random.nextInt() : block[at] ^ 1 << random.nextInt(8));
    }
    seal(block);
    return join(parts);
  }
}
