package io.racedet.trace;

import io.racedet.event.Names;
import io.racedet.trace.block.BlockFormat;
import io.racedet.trace.split.SplitRule;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** The format {@value RdtLayout#NAME}; see {@link RdtLayout}. */
final class RdtCodec implements TraceCodec {
  @Override
  public String name() {
    return RdtLayout.NAME;
  }

  @Override
  public boolean recognises(byte[] head) {
    return BlockFormat.beginsWith(head, RdtLayout.MAGIC);
  }

  @Override
  public TraceReader reader(InputStream in, String source, boolean lenient, TraceLimits limits)
      throws IOException {
    return new RdtReader(in, source, lenient, limits);
  }

  @Override
  public TraceWriter writer(OutputStream out, Names names) throws IOException {
    return new RdtWriter(out, names, SplitRule.USUAL);
  }
}
