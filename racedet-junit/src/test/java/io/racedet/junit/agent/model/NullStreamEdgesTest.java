package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.inTurn;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.racedet.junit.agent.model.Programs.Step;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.nio.channels.Channels;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Streams that drop what they get, or have nothing to read: calls hand nothing over, but a call
 * that fails tells that another thread has closed the stream. Streams of classes that the model
 * does not know stay unknown beside them.
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

  /* Of classes that no model knows, called through the base classes, which the model weaves. */
  private static Stream<Arguments> ofUnknownClasses() {
    return Stream.of(
        edge(
            "InputStream of an unknown class",
            () -> {
              try (InputStream in = Channels.newInputStream(Channels.newChannel(drained()))) {
                inTurn(() -> in.read(), () -> in.read());
              }
            }),
        edge(
            "OutputStream of an unknown class",
            () -> {
              try (OutputStream out = Channels.newOutputStream(Channels.newChannel(drain()))) {
                inTurn(() -> out.write(1), () -> out.write(1));
              }
            }),
        edge(
            "Reader of an unknown class",
            () -> {
              try (Reader in = Channels.newReader(Channels.newChannel(drained()), UTF_8)) {
                inTurn(() -> in.read(), () -> in.read());
              }
            }),
        edge(
            "Writer of an unknown class",
            () -> {
              try (Writer out = Channels.newWriter(Channels.newChannel(drain()), UTF_8)) {
                inTurn(() -> out.write(1), () -> out.write(1));
              }
            }));
  }

  private static InputStream drained() {
    return InputStream.nullInputStream();
  }

  private static OutputStream drain() {
    return OutputStream.nullOutputStream();
  }

  static Stream<Arguments> edges() {
    return Stream.concat(
        streams()
            .map(
                s ->
                    edge(
                        s.name + " that is closed", () -> inTurn(s.stream::close, s::failsToCall))),
        ofUnknownClasses());
  }

  static Stream<Arguments> noEdges() {
    return streams()
        .map(
            s ->
                Arguments.of(
                    s.name + " that is used", (Recorded.Program) () -> inTurn(s.call, s.call)));
  }
}
