package io.racedet.compressed.slp;

import io.racedet.event.Names;
import io.racedet.trace.TraceCodec;
import io.racedet.trace.TraceLimits;
import io.racedet.trace.TraceReader;
import io.racedet.trace.TraceWriter;
import io.racedet.trace.block.BlockFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** The format {@value SlpLayout#NAME}, which other jars find as a service. */
public final class SlpCodec implements TraceCodec {
  @Override
  public String name() {
    return SlpLayout.NAME;
  }

  @Override
  public boolean recognises(byte[] head) {
    return BlockFormat.beginsWith(head, SlpLayout.MAGIC);
  }

  @Override
  public TraceReader reader(InputStream in, String source, boolean lenient, TraceLimits limits)
      throws IOException {
    return new SlpReader(in, source, lenient, limits);
  }

  @Override
  public TraceWriter writer(OutputStream out, Names names) throws IOException {
    return new SlpWriter(out, names);
  }
}
