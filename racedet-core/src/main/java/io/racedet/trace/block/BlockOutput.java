package io.racedet.trace.block;

import io.racedet.trace.bytes.ByteList;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/** Writes blocks, each with one call of the stream; see {@link BlockFormat}. */
public final class BlockOutput {
  private final OutputStream out;
  private long blocks;
  private long size; // of the file, in bytes

  /** Begins a file. */
  public BlockOutput(OutputStream out, byte[] magic, int version) throws IOException {
    this.out = out;
    ByteBuffer header = ByteBuffer.allocate(BlockFormat.HEADER).order(ByteOrder.LITTLE_ENDIAN);
    out.write(header.put(magic).putInt(version).array());
    size = BlockFormat.HEADER;
  }

  /** How many bytes have been written. */
  public long size() {
    return size;
  }

  /** Returns a block with space for the fields before its payload. */
  public static ByteList block() {
    ByteList block = new ByteList();
    block.skip(BlockFormat.PAYLOAD);
    return block;
  }

  /** Writes a block. */
  public void write(byte kind, int count, ByteList block) throws IOException {
    seal(kind, count, block);
    blocks++;
  }

  /** Fills in the fields before the payload and writes the block. */
  private void seal(byte kind, int count, ByteList block) throws IOException {
    int length = block.size() - BlockFormat.PAYLOAD;
    ByteBuffer fields = ByteBuffer.wrap(block.bytes()).order(ByteOrder.LITTLE_ENDIAN);
    fields.put(0, kind);
    fields.putInt(BlockFormat.LENGTH, length);
    fields.putInt(BlockFormat.COUNT, count);
    CRC32C crc = new CRC32C();
    crc.update(block.bytes(), 0, BlockFormat.CRC);
    crc.update(block.bytes(), BlockFormat.PAYLOAD, length);
    fields.putInt(BlockFormat.CRC, (int) crc.getValue());
    out.write(block.bytes(), 0, block.size());
    size += block.size();
  }

  /** Ends the file. */
  public void writeTrailer(long events) throws IOException {
    ByteList trailer = block();
    trailer.skip(BlockFormat.TRAILER_LENGTH);
    ByteBuffer.wrap(trailer.bytes())
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(BlockFormat.PAYLOAD, blocks)
        .putLong(BlockFormat.PAYLOAD + Long.BYTES, events);
    seal(BlockFormat.TRAILER, 0, trailer);
  }
}
