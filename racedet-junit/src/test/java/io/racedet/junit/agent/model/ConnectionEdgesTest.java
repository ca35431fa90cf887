package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Connections.HOST;
import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.fails;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.until;
import static io.racedet.junit.agent.model.Programs.untilTrue;

import io.racedet.junit.agent.model.Connections.End;
import io.racedet.junit.agent.model.Connections.Server;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What threads learn through connections, both ends of which are in this process. */
class ConnectionEdgesTest extends EdgesTestCase {
  private interface Use {
    void of(End client, End server) throws Exception;
  }

  private interface UseOfServer {
    void of(Server server) throws Exception;
  }

  private static Stream<Arguments> servers(String name, UseOfServer use) {
    return Connections.KINDS.stream()
        .map(
            kind ->
                edge(
                    kind.name() + ": " + name,
                    () -> {
                      try (Server server = kind.opening().get()) {
                        use.of(server);
                      }
                    }));
  }

  private static Stream<Arguments> connections(String name, Use use) {
    return servers(
        name,
        server -> {
          try (End client = server.connect().get();
              End accepted = server.accept().get()) {
            use.of(client, accepted);
          }
        });
  }

  private static Stream<Arguments> twoConnections(String name, Use use) {
    return connections(
        name,
        (client, server) -> {
          try (Server another = Connections.ofSockets();
              End otherClient = another.connect().get();
              End otherServer = another.accept().get()) {
            otherServer.write().run();
            check(otherClient.read().get());
            server.write().run();
            use.of(client, otherServer);
          }
        });
  }

  private static void ask(Server server) throws Exception {
    handOver(
        () -> server.connect().get().close(),
        () -> {
          try (End accepted = server.accept().get()) {
            check(!accepted.read().get());
          }
        });
  }

  /** Not a byte is sent. */
  private static void meet(Server server) throws Exception {
    End[] ends = new End[2];
    handOver(() -> ends[0] = server.connect().get(), () -> ends[1] = server.accept().get());
    ends[0].close();
    ends[1].close();
  }

  private interface UseOfSockets {
    void of(Socket client, Socket server) throws Exception;
  }

  private static Stream<Arguments> sockets(String name, UseOfSockets use) {
    return Stream.of(
        edge(
            "sockets: " + name,
            () -> {
              try (ServerSocket server = new ServerSocket(0, 1, HOST);
                  Socket client = new Socket(HOST, server.getLocalPort());
                  Socket accepted = server.accept()) {
                use.of(client, accepted);
              }
            }),
        channels(
            "sockets of channels: " + name,
            (client, accepted) -> use.of(client.socket(), accepted.socket())));
  }

  private interface UseOfChannels {
    void of(SocketChannel client, SocketChannel server) throws Exception;
  }

  private static Arguments channels(String name, UseOfChannels use) {
    return edge(
        name,
        () -> {
          try (ServerSocketChannel server = ServerSocketChannel.open().bind(null);
              SocketChannel client = SocketChannel.open(server.getLocalAddress());
              SocketChannel accepted = server.accept()) {
            use.of(client, accepted);
          }
        });
  }

  private static void reset(Socket client, Socket server) throws Exception {
    client.setSoLinger(true, 0);
    handOver(client::close, () -> fails(server.getInputStream()::read));
  }

  private static void reset(SocketChannel client, SocketChannel server) throws Exception {
    client.setOption(StandardSocketOptions.SO_LINGER, 0);
    handOver(client::close, () -> fails(() -> server.read(ByteBuffer.allocate(1))));
  }

  /** A byte that the thread which has sent it also reads tells another one nothing. */
  private static void readByItself(Socket client, Socket server) throws Exception {
    inTurn(
        () -> {
          client.getOutputStream().write(1);
          server.getInputStream().read();
        },
        () -> check(server.getInputStream().available() == 0));
  }

  private static void readByItself(SocketChannel client, SocketChannel server) throws Exception {
    server.configureBlocking(false);
    inTurn(
        () -> {
          client.write(ByteBuffer.allocate(1));
          untilTrue(() -> server.read(ByteBuffer.allocate(1)) > 0);
        },
        () -> check(server.read(ByteBuffer.allocate(1)) == 0));
  }

  private static void acceptedByItself() throws Exception {
    try (ServerSocketChannel server = ServerSocketChannel.open().bind(null)) {
      server.configureBlocking(false);
      inTurn(
          () -> {
            SocketChannel client = SocketChannel.open(server.getLocalAddress());
            until(server::accept).close();
            client.close();
          },
          () -> check(server.accept() == null));
    }
  }

  private static void urgent(Socket client, Socket server) throws Exception {
    server.setOOBInline(true);
    handOver(() -> client.sendUrgentData(1), server.getInputStream()::read);
  }

  private static void available(Socket client, Socket server) throws Exception {
    handOver(
        () -> client.getOutputStream().write(1),
        () -> untilTrue(() -> server.getInputStream().available() > 0));
  }

  private static void fileToChannel() throws Exception {
    Path path = Files.createTempFile("racedet", null);
    Files.write(path, new byte[] {1});
    try (ServerSocketChannel server = ServerSocketChannel.open().bind(null);
        SocketChannel client = SocketChannel.open(server.getLocalAddress());
        SocketChannel accepted = server.accept();
        FileChannel file = FileChannel.open(path)) {
      handOver(() -> file.transferTo(0, 1, client), () -> accepted.read(ByteBuffer.allocate(1)));
    } finally {
      Files.delete(path);
    }
  }

  /** Ways to find out whether a port takes connections. */
  private static final Map<String, Asking> ASKING =
      Map.of(
          "sockets", address -> new Socket(address.getAddress(), address.getPort()).close(),
          "channels", address -> SocketChannel.open(address).close(),
          "sockets of channels",
              address -> {
                try (Socket socket = SocketChannel.open().socket()) {
                  socket.connect(address, 10_000);
                }
              });

  private interface Asking {
    void of(InetSocketAddress address) throws IOException;
  }

  private static Stream<Arguments> ports() {
    return ASKING.entrySet().stream()
        .flatMap(
            kind ->
                Stream.of(
                    edge(kind.getKey() + ": opened", () -> opened(kind)),
                    edge(kind.getKey() + ": closed, a port", () -> closed(kind))));
  }

  private static Closeable bound(String kind, InetSocketAddress address) throws IOException {
    return kind.equals("sockets")
        ? new ServerSocket(address.getPort(), 1, HOST)
        : ServerSocketChannel.open().bind(address);
  }

  private static void opened(Map.Entry<String, Asking> kind) throws Exception {
    ServerSocket free = new ServerSocket(0, 1, HOST);
    InetSocketAddress address = (InetSocketAddress) free.getLocalSocketAddress();
    free.close();
    Closeable[] server = new Closeable[1];
    inTurn(() -> server[0] = bound(kind.getKey(), address), () -> kind.getValue().of(address));
    server[0].close();
  }

  private static void closed(Map.Entry<String, Asking> kind) throws Exception {
    ServerSocket free = new ServerSocket(0, 1, HOST);
    InetSocketAddress address = (InetSocketAddress) free.getLocalSocketAddress();
    free.close();
    Closeable server = bound(kind.getKey(), address);
    inTurn(server::close, () -> fails(() -> kind.getValue().of(address)));
  }

  private static void relayed() throws Exception {
    Process relay =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Relay.class.getName())
            .start();
    int port = Integer.parseInt(relay.inputReader().readLine());
    try (Socket one = new Socket(HOST, port);
        Socket other = new Socket(HOST, port)) {
      handOver(() -> one.getOutputStream().write(1), other.getInputStream()::read);
    } finally {
      relay.destroy();
    }
  }

  static Stream<Arguments> edges() {
    return Stream.of(
            connections(
                "to the server", (client, server) -> handOver(client.write(), server.read()::get)),
            connections(
                "to the client", (client, server) -> handOver(server.write(), client.read()::get)),
            connections(
                "finished", (client, server) -> handOver(client.finish(), server.read()::get)),
            connections("closed", (client, server) -> handOver(server::close, client.read()::get)),
            servers("asked for", ConnectionEdgesTest::ask),
            servers("connected and accepted", ConnectionEdgesTest::meet),
            ports(),
            sockets("reset", ConnectionEdgesTest::reset),
            sockets("available", ConnectionEdgesTest::available),
            sockets("urgent", ConnectionEdgesTest::urgent),
            Stream.of(
                channels("channels: reset", ConnectionEdgesTest::reset),
                edge("channels: bytes of a file", ConnectionEdgesTest::fileToChannel),
                edge("sockets: through another process", ConnectionEdgesTest::relayed)))
        .flatMap(rows -> rows);
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
            twoConnections(
                "another connection", (client, other) -> inTurn(other.write(), client.read()::get)),
            connections(
                "the other direction",
                (client, server) -> {
                  client.write().run();
                  inTurn(server.read()::get, client.write());
                }),
            sockets("read by the thread that wrote", ConnectionEdgesTest::readByItself),
            Stream.of(
                channels(
                    "channels: read by the thread that wrote", ConnectionEdgesTest::readByItself),
                edge(
                    "channels: accepted by the thread that asked",
                    ConnectionEdgesTest::acceptedByItself)))
        .flatMap(rows -> rows);
  }
}
