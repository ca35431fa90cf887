package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.untilTrue;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What threads learn through packets, and through pipes between channels. */
class PacketEdgesTest extends EdgesTestCase {
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  /** Two ends, of which one writes and the other one reads. */
  private interface Line extends Closeable {
    void write() throws IOException;

    void read() throws IOException;
  }

  private record Sockets(DatagramSocket from, DatagramSocket to) implements Line {
    static Line open() throws IOException {
      return new Sockets(new DatagramSocket(ANY_PORT), new DatagramSocket(ANY_PORT));
    }

    @Override
    public void write() throws IOException {
      from.send(new DatagramPacket(new byte[1], 1, to.getLocalSocketAddress()));
    }

    @Override
    public void read() throws IOException {
      to.receive(new DatagramPacket(new byte[1], 1));
    }

    @Override
    public void close() {
      from.close();
      to.close();
    }
  }

  private record Channels(DatagramChannel from, DatagramChannel to, SocketAddress address)
      implements Line {
    static Line open() throws IOException {
      DatagramChannel to = DatagramChannel.open().bind(ANY_PORT);
      return new Channels(DatagramChannel.open(), to, to.getLocalAddress());
    }

    @Override
    public void write() throws IOException {
      from.send(ByteBuffer.allocate(1), address);
    }

    @Override
    public void read() throws IOException {
      to.receive(ByteBuffer.allocate(1));
    }

    @Override
    public void close() throws IOException {
      from.close();
      to.close();
    }
  }

  private record Connected(DatagramChannel from, DatagramChannel to, boolean several)
      implements Line {
    static Line open(boolean several) throws IOException {
      DatagramChannel to = DatagramChannel.open().bind(ANY_PORT);
      DatagramChannel from = DatagramChannel.open().connect(to.getLocalAddress());
      return new Connected(from, to.connect(from.getLocalAddress()), several);
    }

    @Override
    public void write() throws IOException {
      if (several) {
        from.write(buffers());
      } else {
        from.write(ByteBuffer.allocate(1));
      }
    }

    @Override
    public void read() throws IOException {
      if (several) {
        to.read(buffers());
      } else {
        to.read(ByteBuffer.allocate(1));
      }
    }

    @Override
    public void close() throws IOException {
      from.close();
      to.close();
    }
  }

  private static ByteBuffer[] buffers() {
    return new ByteBuffer[] {ByteBuffer.allocate(1)};
  }

  private record Pipes(Pipe pipe) implements Line {
    static Line open() throws IOException {
      return new Pipes(Pipe.open());
    }

    @Override
    public void write() throws IOException {
      pipe.sink().write(ByteBuffer.allocate(1));
    }

    @Override
    public void read() throws IOException {
      pipe.source().read(ByteBuffer.allocate(1));
    }

    @Override
    public void close() throws IOException {
      pipe.source().close();
      pipe.sink().close();
    }
  }

  private interface Opening {
    Line open() throws IOException;
  }

  private record Kind(String name, Opening opening) {}

  private static final List<Kind> KINDS =
      List.of(
          new Kind("sockets", Sockets::open),
          new Kind("channels", Channels::open),
          new Kind("connected channels", () -> Connected.open(false)),
          new Kind("connected channels, several buffers", () -> Connected.open(true)),
          new Kind("pipes", Pipes::open));

  private interface Use {
    void of(Line line, Line other) throws Exception;
  }

  private static Stream<Arguments> lines(String name, Use use) {
    return KINDS.stream()
        .map(
            kind ->
                edge(
                    kind.name + ": " + name,
                    () -> {
                      try (Line line = kind.opening.open();
                          Line other = kind.opening.open()) {
                        use.of(line, other);
                      }
                    }));
  }

  private interface UseOfPipe {
    void of(Pipe pipe) throws Exception;
  }

  private static Arguments ofPipe(String name, UseOfPipe use) {
    return edge("pipes: " + name, () -> use.of(Pipe.open()));
  }

  private static boolean isReady(Pipe.SourceChannel source) {
    try {
      return source.read(ByteBuffer.allocate(1)) > 0;
    } catch (IOException unwanted) {
      throw new UncheckedIOException(unwanted);
    }
  }

  static Stream<Arguments> edges() {
    return Stream.of(
            lines("written and read", (line, other) -> handOver(line::write, line::read)),
            Stream.of(
                ofPipe(
                    "closed",
                    pipe ->
                        inTurn(
                            pipe.sink()::close,
                            () -> check(pipe.source().read(ByteBuffer.allocate(1)) < 0))),
                ofPipe(
                    "several buffers",
                    pipe ->
                        handOver(
                            () -> pipe.sink().write(buffers()),
                            () -> pipe.source().read(buffers()))),
                ofPipe(
                    "a part of several buffers",
                    pipe ->
                        handOver(
                            () -> pipe.sink().write(buffers(), 0, 1),
                            () -> pipe.source().read(buffers(), 0, 1))),
                ofPipe(
                    "looked for",
                    pipe -> {
                      pipe.source().configureBlocking(false);
                      handOver(
                          () -> pipe.sink().write(ByteBuffer.allocate(1)),
                          () -> untilTrue(() -> isReady(pipe.source())));
                    })))
        .flatMap(rows -> rows);
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
            lines(
                "others",
                (line, other) -> {
                  line.write();
                  inTurn(other::write, line::read);
                }),
            lines(
                "read, written again",
                (line, other) -> {
                  line.write();
                  inTurn(line::read, line::write);
                }))
        .flatMap(rows -> rows);
  }
}
