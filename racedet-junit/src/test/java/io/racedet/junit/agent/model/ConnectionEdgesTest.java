package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Connections.HOST;
import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.fails;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.handOverMeanwhile;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.until;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import io.racedet.junit.agent.model.Connections.End;
import io.racedet.junit.agent.model.Connections.Server;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.nio.channels.FileChannel;
import java.nio.channels.NetworkChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What threads learn through connections, both ends of which are in this process. */
class ConnectionEdgesTest extends EdgesTestCase {
  private static final int MANY = 1000;

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
    handOverMeanwhile(
        () -> ends[0] = server.connect().get(), () -> ends[1] = server.accept().get());
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

  /** Each thread frees the memory that it has written from before. */
  private static void largerBuffers() throws Exception {
    try (AsynchronousServerSocketChannel server =
            AsynchronousServerSocketChannel.open().bind(new InetSocketAddress(HOST, 0));
        AsynchronousSocketChannel one = connected(server);
        AsynchronousSocketChannel other = connected(server)) {
      inTurn(() -> writeMore(one), () -> writeMore(other));
    }
  }

  private static AsynchronousSocketChannel connected(AsynchronousServerSocketChannel server)
      throws Exception {
    AsynchronousSocketChannel channel = AsynchronousSocketChannel.open();
    channel.connect(server.getLocalAddress()).get();
    return channel;
  }

  /** Completed by a thread of the group, which does not accept. */
  private static void connectedWithHandler() throws Exception {
    try (ServerSocketChannel server = ServerSocketChannel.open().bind(null);
        AsynchronousSocketChannel client = AsynchronousSocketChannel.open()) {
      handOverMeanwhile(
          () -> {
            client.connect(server.getLocalAddress(), "connected", new Whispering());
            hear("connected");
          },
          () -> server.accept().close());
    }
  }

  /** Whispers what is attached. */
  private static final class Whispering implements CompletionHandler<Void, String> {
    @Override
    public void completed(Void nothing, String what) {
      whisper(what);
    }

    @Override
    public void failed(Throwable unwanted, String what) {
      throw new IllegalStateException(unwanted);
    }
  }

  private static void writeMore(AsynchronousSocketChannel channel) throws Exception {
    channel.write(ByteBuffer.allocate(1)).get();
    channel.write(ByteBuffer.allocate(MANY)).get();
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

  private interface Binding {
    Closeable to(InetSocketAddress address) throws IOException;
  }

  private interface Asking {
    void of(InetSocketAddress address) throws Exception;
  }

  /**
   * A way to let a port take connections, and one to find out whether it does.
   *
   * @param binds binds to a port, of which many may ask
   * @param asks ends with an exception if it does not
   */
  private record PortKind(String name, Binding binds, Asking asks) {}

  private static final List<PortKind> PORTS =
      List.of(
          new PortKind(
              "sockets",
              address -> new ServerSocket(address.getPort(), MANY, HOST),
              address -> new Socket(address.getAddress(), address.getPort()).close()),
          new PortKind(
              "sockets, of which channels ask",
              address -> new ServerSocket(address.getPort(), MANY, HOST),
              address -> SocketChannel.open(address).close()),
          new PortKind(
              "channels",
              ConnectionEdgesTest::boundChannel,
              address -> SocketChannel.open(address).close()),
          new PortKind(
              "sockets of channels",
              ConnectionEdgesTest::boundChannel,
              address -> {
                try (Socket socket = SocketChannel.open().socket()) {
                  socket.connect(address, 10_000);
                }
              }),
          new PortKind(
              "asynchronous channels",
              address -> AsynchronousServerSocketChannel.open().bind(address, MANY),
              address -> SocketChannel.open(address).close()));

  private static final PortKind ASKING_ASYNCHRONOUSLY =
      new PortKind(
          "asynchronous channels that ask",
          ConnectionEdgesTest::boundChannel,
          address -> {
            try (AsynchronousSocketChannel channel = AsynchronousSocketChannel.open()) {
              channel.connect(address).get();
            }
          });

  private static Closeable boundChannel(InetSocketAddress address) throws IOException {
    return ServerSocketChannel.open().bind(address, MANY);
  }

  private static Stream<Arguments> ports() {
    return Stream.concat(
        opened(ASKING_ASYNCHRONOUSLY),
        PORTS.stream()
            .flatMap(
                kind ->
                    Stream.concat(
                        opened(kind),
                        Stream.of(
                            edge(kind.name + ": closed, a port", () -> closed(kind)),
                            edge(kind.name + ": closed meanwhile", () -> closedMeanwhile(kind))))));
  }

  private static Stream<Arguments> opened(PortKind kind) {
    return Stream.of(
        edge(kind.name + ": opened", () -> openedBefore(kind)),
        edge(kind.name + ": opened meanwhile", () -> openedMeanwhile(kind)));
  }

  private static InetSocketAddress freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, HOST)) {
      return (InetSocketAddress) free.getLocalSocketAddress();
    }
  }

  private static void openedBefore(PortKind kind) throws Exception {
    InetSocketAddress address = freePort();
    Closeable[] server = new Closeable[1];
    inTurn(() -> server[0] = kind.binds.to(address), () -> kind.asks.of(address));
    server[0].close();
  }

  /** Asks a second time if the first one has come too early. */
  private static void openedMeanwhile(PortKind kind) throws Exception {
    InetSocketAddress address = freePort();
    Closeable[] server = new Closeable[1];
    handOverMeanwhile(
        () -> {
          server[0] = kind.binds.to(address);
          whisper("opened");
        },
        () -> {
          boolean isTooEarly = isRefused(kind.asks, address);
          hear("opened");
          if (isTooEarly) {
            kind.asks.of(address);
          }
        });
    server[0].close();
  }

  /** That a channel has an address is not a matter of order, but that its port is open is. */
  private static void openedOnceBound() throws Exception {
    InetSocketAddress address = freePort();
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      handOver(() -> server.bind(address), () -> askOnceBound(server, address));
    }
  }

  private static void openedOnceBoundAsynchronous() throws Exception {
    InetSocketAddress address = freePort();
    try (AsynchronousServerSocketChannel server = AsynchronousServerSocketChannel.open()) {
      handOver(() -> server.bind(address), () -> askOnceBound(server, address));
    }
  }

  private static void askOnceBound(NetworkChannel server, InetSocketAddress address)
      throws Exception {
    untilTrue(() -> server.getLocalAddress() != null);
    SocketChannel.open(address).close();
  }

  private static void closed(PortKind kind) throws Exception {
    InetSocketAddress address = freePort();
    Closeable server = kind.binds.to(address);
    inTurn(server::close, () -> fails(() -> kind.asks.of(address)));
  }

  /** Only the last one who asks finds a closed port, which might give him that port itself. */
  private static void closedMeanwhile(PortKind kind) throws Exception {
    InetSocketAddress address = freePort();
    Closeable server = kind.binds.to(address);
    handOverMeanwhile(server::close, () -> untilTrue(() -> isRefused(kind.asks, address)));
  }

  private static boolean isRefused(Asking asking, InetSocketAddress address) throws Exception {
    try {
      asking.of(address);
      return false;
    } catch (IOException | ExecutionException refused) {
      return true;
    }
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
                edge("channels: opened once bound", ConnectionEdgesTest::openedOnceBound),
                edge(
                    "asynchronous channels: opened once bound",
                    ConnectionEdgesTest::openedOnceBoundAsynchronous),
                edge("channels: bytes of a file", ConnectionEdgesTest::fileToChannel),
                edge(
                    "asynchronous channels: connected with a handler",
                    ConnectionEdgesTest::connectedWithHandler),
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
                    ConnectionEdgesTest::acceptedByItself),
                edge(
                    "asynchronous channels: a larger buffer for each thread",
                    ConnectionEdgesTest::largerBuffers)))
        .flatMap(rows -> rows);
  }
}
