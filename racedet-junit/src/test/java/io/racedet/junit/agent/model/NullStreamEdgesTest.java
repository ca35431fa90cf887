package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.inTurn;

import io.racedet.junit.agent.model.Programs.Step;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Streams that drop what they get, or have nothing to read: calls hand nothing over, but a call
 * that fails tells that another thread has closed the stream.
 */
class NullStreamEdgesTest extends EdgesTestCase {
  /** A stream, and a call of it that fails once it is closed. */
  private record Dropping(String name, Closeable stream, Step call) {
    void failsToCall() throws Exception {
      try {
        call.run();
      } catch (IOException wanted) {
        return;
      }
      throw new IllegalStateException("the stream was open");
    }
  }

  private static Stream<Dropping> streams() {
    InputStream in = InputStream.nullInputStream();
    OutputStream out = OutputStream.nullOutputStream();
    Reader reader = Reader.nullReader();
    Writer writer = Writer.nullWriter();
    return Stream.of(
        new Dropping("InputStream", in, in::read),
        new Dropping("OutputStream", out, () -> out.write(1)),
        new Dropping("Reader", reader, reader::read),
        new Dropping("Writer", writer, () -> writer.write(1)));
  }

  static Stream<Arguments> edges() {
    return streams()
        .map(s -> edge(s.name + " that is closed", () -> inTurn(s.stream::close, s::failsToCall)));
  }

  static Stream<Arguments> noEdges() {
    return streams()
        .map(
            s ->
                Arguments.of(
                    s.name + " that is used", (Recorded.Program) () -> inTurn(s.call, s.call)));
  }
}
