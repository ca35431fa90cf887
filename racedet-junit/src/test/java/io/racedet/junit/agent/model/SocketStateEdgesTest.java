package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Connections.HOST;
import static io.racedet.junit.agent.model.Programs.check;
import static io.racedet.junit.agent.model.Programs.handOverMeanwhile;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.untilTrue;

import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What threads learn by asking a socket whether it is bound or connected. */
class SocketStateEdgesTest extends EdgesTestCase {
  private static final InetSocketAddress ANY_PORT = new InetSocketAddress(HOST, 0);

  private interface Use {
    void of(Socket socket, SocketAddress server) throws Exception;
  }

  /** A socket, and the address of a server that accepts one connection. */
  private static Arguments sockets(String name, Use use) {
    return edge(
        name,
        () -> {
          try (ServerSocket server = new ServerSocket(0, 1, HOST);
              Socket socket = new Socket()) {
            use.of(socket, server.getLocalSocketAddress());
          }
        });
  }

  private interface UseOfServer {
    void of(ServerSocket server) throws Exception;
  }

  private static Arguments servers(String name, UseOfServer use) {
    return edge(
        name,
        () -> {
          try (ServerSocket server = new ServerSocket()) {
            use.of(server);
          }
        });
  }

  private interface UseOfPackets {
    void of(DatagramSocket socket, DatagramSocket other) throws Exception;
  }

  /** A socket for packets that is not bound, and one that is. */
  private static Arguments packets(String name, UseOfPackets use) {
    return edge(
        name,
        () -> {
          try (DatagramSocket socket = new DatagramSocket(null);
              DatagramSocket other = new DatagramSocket(ANY_PORT)) {
            use.of(socket, other);
          }
        });
  }

  static Stream<Arguments> edges() {
    return Stream.of(
        sockets(
            "connected",
            (socket, server) ->
                handOverMeanwhile(
                    () -> socket.connect(server), () -> untilTrue(socket::isConnected))),
        sockets(
            "bound",
            (socket, server) ->
                handOverMeanwhile(() -> socket.bind(ANY_PORT), () -> untilTrue(socket::isBound))),
        servers(
            "a server that is bound",
            server ->
                handOverMeanwhile(() -> server.bind(ANY_PORT), () -> untilTrue(server::isBound))),
        packets(
            "bound, for packets",
            (socket, other) ->
                handOverMeanwhile(() -> socket.bind(ANY_PORT), () -> untilTrue(socket::isBound))),
        packets(
            "connected, for packets",
            (socket, other) ->
                handOverMeanwhile(
                    () -> socket.connect(other.getLocalSocketAddress()),
                    () -> untilTrue(socket::isConnected))),
        packets(
            "connected to a port, for packets",
            (socket, other) ->
                handOverMeanwhile(
                    () -> socket.connect(HOST, other.getLocalPort()),
                    () -> untilTrue(socket::isConnected))));
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        sockets(
            "bound, not connected",
            (socket, server) ->
                inTurn(() -> socket.bind(ANY_PORT), () -> check(!socket.isConnected()))),
        packets(
            "bound, not connected, for packets",
            (socket, other) ->
                inTurn(() -> socket.bind(ANY_PORT), () -> check(!socket.isConnected()))));
  }
}
