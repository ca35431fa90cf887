package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.handOverMeanwhile;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.untilTrue;

import io.racedet.junit.agent.model.Programs.Source;
import io.racedet.junit.agent.model.Programs.Step;
import java.io.Closeable;
import java.io.IOException;
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

  /** Two ends, of which one writes a byte and the other one reads it. */
  private record Line(Step write, Step read, Closeable from, Closeable to) implements Closeable {
    @Override
    public void close() throws IOException {
      from.close();
      to.close();
    }
  }

  private record Kind(String name, Source<Line> opening) {}

  private static final List<Kind> KINDS =
      List.of(
          new Kind("sockets", PacketEdgesTest::sockets),
          new Kind("channels", PacketEdgesTest::channels),
          new Kind("connected channels", () -> connected(false)),
          new Kind("connected channels, several buffers", () -> connected(true)),
          new Kind("pipes", PacketEdgesTest::pipe));

  private static Line sockets() throws IOException {
    DatagramSocket from = new DatagramSocket(ANY_PORT);
    DatagramSocket to = new DatagramSocket(ANY_PORT);
    return new Line(
        () -> from.send(new DatagramPacket(new byte[1], 1, to.getLocalSocketAddress())),
        () -> to.receive(new DatagramPacket(new byte[1], 1)),
        from,
        to);
  }

  private static Line channels() throws IOException {
    DatagramChannel from = DatagramChannel.open();
    DatagramChannel to = DatagramChannel.open().bind(ANY_PORT);
    SocketAddress address = to.getLocalAddress();
    return new Line(
        () -> from.send(ByteBuffer.allocate(1), address),
        () -> to.receive(ByteBuffer.allocate(1)),
        from,
        to);
  }

  private static Line connected(boolean several) throws IOException {
    DatagramChannel to = DatagramChannel.open().bind(ANY_PORT);
    DatagramChannel from = DatagramChannel.open().connect(to.getLocalAddress());
    to.connect(from.getLocalAddress());
    return several
        ? new Line(() -> from.write(buffers()), () -> to.read(buffers()), from, to)
        : new Line(
            () -> from.write(ByteBuffer.allocate(1)),
            () -> to.read(ByteBuffer.allocate(1)),
            from,
            to);
  }

  private static Line pipe() throws IOException {
    Pipe pipe = Pipe.open();
    return new Line(
        () -> pipe.sink().write(ByteBuffer.allocate(1)),
        () -> pipe.source().read(ByteBuffer.allocate(1)),
        pipe.sink(),
        pipe.source());
  }

  private static ByteBuffer[] buffers() {
    return new ByteBuffer[] {ByteBuffer.allocate(1)};
  }

  private interface Use {
    void of(Line line, Line other) throws Exception;
  }

  private static Stream<Arguments> lines(String name, Use use) {
    return KINDS.stream()
        .map(
            kind ->
                edge(
                    kind.name() + ": " + name,
                    () -> {
                      try (Line line = kind.opening().get();
                          Line other = kind.opening().get()) {
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

  static Stream<Arguments> edges() {
    return Stream.of(
            lines(
                "written and read", (line, other) -> handOverMeanwhile(line.write(), line.read())),
            Stream.of(
                ofPipe(
                    "closed",
                    pipe ->
                        handOver(
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
                          () -> untilTrue(() -> pipe.source().read(ByteBuffer.allocate(1)) > 0));
                    })))
        .flatMap(rows -> rows);
  }

  private interface Ends {
    void of(DatagramChannel from, DatagramChannel to) throws Exception;
  }

  private static Arguments ends(String name, Ends use) {
    return edge(
        name,
        () -> {
          try (DatagramChannel to = DatagramChannel.open().bind(ANY_PORT);
              DatagramChannel from = DatagramChannel.open().connect(to.getLocalAddress())) {
            to.configureBlocking(false);
            use.of(from, to);
          }
        });
  }

  /** What the thread that has sent it also reads tells another one nothing. */
  private static Stream<Arguments> readByItself() {
    return Stream.of(
        ends(
            "channels: received by the thread that sent",
            (from, to) ->
                inTurn(
                    () -> {
                      from.write(ByteBuffer.allocate(1));
                      untilTrue(() -> to.receive(ByteBuffer.allocate(1)) != null);
                    },
                    () -> check(to.receive(ByteBuffer.allocate(1)) == null))),
        ends(
            "connected channels: read by the thread that wrote",
            (from, to) -> {
              to.connect(from.getLocalAddress());
              inTurn(
                  () -> {
                    from.write(ByteBuffer.allocate(1));
                    untilTrue(() -> to.read(ByteBuffer.allocate(1)) > 0);
                  },
                  () -> check(to.read(ByteBuffer.allocate(1)) == 0));
            }),
        ofPipe(
            "read by the thread that wrote",
            pipe -> {
              pipe.source().configureBlocking(false);
              inTurn(
                  () -> {
                    pipe.sink().write(ByteBuffer.allocate(1));
                    untilTrue(() -> pipe.source().read(ByteBuffer.allocate(1)) > 0);
                  },
                  () -> check(pipe.source().read(ByteBuffer.allocate(1)) == 0));
            }));
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
            lines(
                "others",
                (line, other) -> {
                  line.write().run();
                  inTurn(other.write(), line.read());
                }),
            lines(
                "read, written again",
                (line, other) -> {
                  line.write().run();
                  inTurn(line.read(), line.write());
                }),
            readByItself())
        .flatMap(rows -> rows);
  }
}
