package io.racedet.trace;

import io.racedet.event.Names;
import java.io.InputStream;
import java.io.OutputStream;

/** To be written. */
final class RdtCodec implements TraceCodec {
  @Override
  public String name() {
    return "rdt";
  }

  @Override
  public boolean recognises(byte[] head) {
    return false;
  }

  @Override
  public TraceReader reader(InputStream in, String source, boolean lenient) {
    throw new UnsupportedOperationException();
  }

  @Override
  public TraceWriter writer(OutputStream out, Names names) {
    throw new UnsupportedOperationException();
  }
}
