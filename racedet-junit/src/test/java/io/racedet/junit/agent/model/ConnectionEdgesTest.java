package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.untilTrue;

import io.racedet.junit.agent.model.Programs.Step;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.FileChannel;
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
  private static final InetAddress HOST = InetAddress.getLoopbackAddress();

  /** One end of a connection. */
  private interface End extends Closeable {
    void write() throws Exception;

    /** Waits for a byte; false if none will come. */
    boolean read() throws Exception;

    /** Writes no more. */
    void finish() throws Exception;
  }

  private record SocketEnd(Socket socket) implements End {
    @Override
    public void write() throws IOException {
      socket.getOutputStream().write(1);
    }

    @Override
    public boolean read() throws IOException {
      return socket.getInputStream().read() >= 0;
    }

    @Override
    public void finish() throws IOException {
      socket.shutdownOutput();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  private record ChannelEnd(SocketChannel channel) implements End {
    @Override
    public void write() throws IOException {
      channel.write(ByteBuffer.allocate(1));
    }

    @Override
    public boolean read() throws IOException {
      return channel.read(ByteBuffer.allocate(1)) >= 0;
    }

    @Override
    public void finish() throws IOException {
      channel.shutdownOutput();
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  private record BuffersEnd(SocketChannel channel) implements End {
    private static ByteBuffer[] buffers() {
      return new ByteBuffer[] {ByteBuffer.allocate(1)};
    }

    @Override
    public void write() throws IOException {
      channel.write(buffers());
    }

    @Override
    public boolean read() throws IOException {
      return channel.read(buffers()) >= 0;
    }

    @Override
    public void finish() throws IOException {
      channel.shutdownOutput();
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  private record AsynchronousEnd(AsynchronousSocketChannel channel) implements End {
    @Override
    public void write() throws Exception {
      channel.write(ByteBuffer.allocate(1)).get();
    }

    @Override
    public boolean read() throws Exception {
      return channel.read(ByteBuffer.allocate(1)).get() >= 0;
    }

    @Override
    public void finish() throws IOException {
      channel.shutdownOutput();
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  /** Waits for connections. */
  private interface Server extends Closeable {
    End connect() throws Exception;

    End accept() throws Exception;
  }

  private record SocketServer(ServerSocket server) implements Server {
    static Server open() throws IOException {
      return new SocketServer(new ServerSocket(0, 2, HOST));
    }

    @Override
    public End connect() throws IOException {
      return new SocketEnd(new Socket(HOST, server.getLocalPort()));
    }

    @Override
    public End accept() throws IOException {
      return new SocketEnd(server.accept());
    }

    @Override
    public void close() throws IOException {
      server.close();
    }
  }

  private static ServerSocketChannel bound() throws IOException {
    return ServerSocketChannel.open().bind(new InetSocketAddress(HOST, 0));
  }

  private record ChannelServer(ServerSocketChannel server) implements Server {
    static Server open() throws IOException {
      return new ChannelServer(bound());
    }

    @Override
    public End connect() throws IOException {
      return new ChannelEnd(SocketChannel.open(server.getLocalAddress()));
    }

    @Override
    public End accept() throws IOException {
      return new ChannelEnd(server.accept());
    }

    @Override
    public void close() throws IOException {
      server.close();
    }
  }

  /** Its channels do not block. */
  private record BuffersServer(ServerSocketChannel server) implements Server {
    static Server open() throws IOException {
      ServerSocketChannel server = bound();
      server.configureBlocking(false);
      return new BuffersServer(server);
    }

    @Override
    public End connect() throws Exception {
      SocketChannel channel = SocketChannel.open();
      channel.configureBlocking(false);
      if (!channel.connect(server.getLocalAddress())) {
        untilTrue(() -> isConnected(channel));
      }
      channel.configureBlocking(true);
      return new BuffersEnd(channel);
    }

    @Override
    public End accept() throws IOException {
      SocketChannel channel = server.accept();
      while (channel == null) {
        Thread.onSpinWait();
        channel = server.accept();
      }
      return new BuffersEnd(channel);
    }

    @Override
    public void close() throws IOException {
      server.close();
    }
  }

  private static boolean isConnected(SocketChannel channel) {
    try {
      return channel.finishConnect();
    } catch (IOException unwanted) {
      throw new UncheckedIOException(unwanted);
    }
  }

  /** The sockets of channels. */
  private record AdaptorServer(ServerSocketChannel server) implements Server {
    private static final int TIME_OUT = 10_000;

    static Server open() throws IOException {
      return new AdaptorServer(bound());
    }

    @Override
    public End connect() throws IOException {
      Socket socket = SocketChannel.open().socket();
      socket.connect(server.getLocalAddress(), TIME_OUT);
      return new SocketEnd(socket);
    }

    @Override
    public End accept() throws IOException {
      return new SocketEnd(server.socket().accept());
    }

    @Override
    public void close() throws IOException {
      server.close();
    }
  }

  private record UnixServer(ServerSocketChannel server) implements Server {
    static Server open() throws IOException {
      Path directory = Files.createTempDirectory("racedet");
      ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      return new UnixServer(server.bind(UnixDomainSocketAddress.of(directory.resolve("socket"))));
    }

    @Override
    public End connect() throws IOException {
      return new ChannelEnd(SocketChannel.open(server.getLocalAddress()));
    }

    @Override
    public End accept() throws IOException {
      return new ChannelEnd(server.accept());
    }

    @Override
    public void close() throws IOException {
      Path path = ((UnixDomainSocketAddress) server.getLocalAddress()).getPath();
      server.close();
      Files.delete(path);
      Files.delete(path.getParent());
    }
  }

  private record AsynchronousServer(AsynchronousServerSocketChannel server) implements Server {
    static Server open() throws IOException {
      return new AsynchronousServer(
          AsynchronousServerSocketChannel.open().bind(new InetSocketAddress(HOST, 0)));
    }

    @Override
    public End connect() throws Exception {
      AsynchronousSocketChannel channel = AsynchronousSocketChannel.open();
      channel.connect(server.getLocalAddress()).get();
      return new AsynchronousEnd(channel);
    }

    @Override
    public End accept() throws Exception {
      return new AsynchronousEnd(server.accept().get());
    }

    @Override
    public void close() throws IOException {
      server.close();
    }
  }

  private interface Opening {
    Server open() throws IOException;
  }

  private record Kind(String name, Opening opening) {}

  private static final List<Kind> KINDS =
      List.of(
          new Kind("sockets", SocketServer::open),
          new Kind("channels", ChannelServer::open),
          new Kind("channels that do not block", BuffersServer::open),
          new Kind("sockets of channels", AdaptorServer::open),
          new Kind("channels at files", UnixServer::open),
          new Kind("asynchronous channels", AsynchronousServer::open));

  private interface Use {
    void of(End client, End server) throws Exception;
  }

  private interface UseOfServer {
    void of(Server server) throws Exception;
  }

  private static Stream<Arguments> servers(String name, UseOfServer use) {
    return KINDS.stream()
        .map(
            kind ->
                edge(
                    kind.name + ": " + name,
                    () -> {
                      try (Server server = kind.opening.open()) {
                        use.of(server);
                      }
                    }));
  }

  private static Stream<Arguments> connections(String name, Use use) {
    return servers(
        name,
        server -> {
          try (End client = server.connect();
              End accepted = server.accept()) {
            use.of(client, accepted);
          }
        });
  }

  private static Stream<Arguments> twoConnections(String name, Use use) {
    return connections(
        name,
        (client, server) -> {
          try (Server another = SocketServer.open();
              End otherClient = another.connect();
              End otherServer = another.accept()) {
            otherServer.write();
            check(otherClient.read());
            server.write();
            use.of(client, otherServer);
          }
        });
  }

  private static void fails(Step step) throws Exception {
    try {
      step.run();
    } catch (IOException | ExecutionException wanted) {
      return;
    }
    throw new IllegalStateException("it did not fail");
  }

  private static void ask(Server server) throws Exception {
    handOver(
        () -> server.connect().close(),
        () -> {
          try (End accepted = server.accept()) {
            check(!accepted.read());
          }
        });
  }

  private static void resetted() throws Exception {
    try (Server server = SocketServer.open();
        SocketEnd client = (SocketEnd) server.connect();
        End accepted = server.accept()) {
      client.socket.setSoLinger(true, 0);
      inTurn(client::close, () -> fails(accepted::read));
    }
  }

  private static void available() throws Exception {
    try (Server server = SocketServer.open();
        End client = server.connect();
        SocketEnd accepted = (SocketEnd) server.accept()) {
      handOver(client::write, () -> untilTrue(() -> isReady(accepted.socket)));
    }
  }

  private static void urgent() throws Exception {
    try (Server server = SocketServer.open();
        SocketEnd client = (SocketEnd) server.connect();
        SocketEnd accepted = (SocketEnd) server.accept()) {
      accepted.socket.setOOBInline(true);
      handOver(() -> client.socket.sendUrgentData(1), accepted::read);
    }
  }

  private static boolean isReady(Socket socket) {
    try {
      return socket.getInputStream().available() > 0;
    } catch (IOException unwanted) {
      throw new UncheckedIOException(unwanted);
    }
  }

  private static void fileToChannel() throws Exception {
    Path path = Files.createTempFile("racedet", null);
    Files.write(path, new byte[] {1});
    try (Server server = ChannelServer.open();
        ChannelEnd client = (ChannelEnd) server.connect();
        End accepted = server.accept();
        FileChannel file = FileChannel.open(path)) {
      handOver(() -> file.transferTo(0, 1, client.channel), accepted::read);
    } finally {
      Files.delete(path);
    }
  }

  /** A thread asks until another one has opened the port. */
  private static void opened(String kind) throws Exception {
    ServerSocket free = new ServerSocket(0, 1, HOST);
    InetSocketAddress address = (InetSocketAddress) free.getLocalSocketAddress();
    free.close();
    try (ServerSocket socket = new ServerSocket();
        ServerSocketChannel channel = ServerSocketChannel.open()) {
      boolean ofSockets = kind.equals("sockets");
      inTurn(
          () -> {
            if (ofSockets) {
              socket.bind(address);
            } else {
              channel.bind(address);
            }
          },
          () ->
              (ofSockets ? new Socket(HOST, address.getPort()) : SocketChannel.open(address))
                  .close());
    }
  }

  private static void closed() throws Exception {
    ServerSocket server = new ServerSocket(0, 1, HOST);
    int port = server.getLocalPort();
    inTurn(server::close, () -> fails(() -> new Socket(HOST, port).close()));
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
            connections("to the server", (client, server) -> handOver(client::write, server::read)),
            connections("to the client", (client, server) -> handOver(server::write, client::read)),
            connections("finished", (client, server) -> inTurn(client::finish, server::read)),
            connections("closed", (client, server) -> inTurn(server::close, client::read)),
            servers("asked for", ConnectionEdgesTest::ask),
            Stream.of(
                edge("sockets: reset", ConnectionEdgesTest::resetted),
                edge("sockets: available", ConnectionEdgesTest::available),
                edge("sockets: urgent", ConnectionEdgesTest::urgent),
                edge("sockets: opened", () -> opened("sockets")),
                edge("channels: opened", () -> opened("channels")),
                edge("sockets: closed, a port", ConnectionEdgesTest::closed),
                edge("channels: bytes of a file", ConnectionEdgesTest::fileToChannel),
                edge("sockets: through another process", ConnectionEdgesTest::relayed)))
        .flatMap(rows -> rows);
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
            twoConnections(
                "another connection", (client, other) -> inTurn(other::write, client::read)),
            connections(
                "the other direction",
                (client, server) -> {
                  client.write();
                  inTurn(server::read, client::write);
                }))
        .flatMap(rows -> rows);
  }
}
