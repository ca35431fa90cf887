package io.racedet.junit.agent.model;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A process that gets a byte through one connection and sends it through another one. */
final class Relay {
  /** Below those that the system gives to connections: no other test has used them. */
  private static final int FIRST_PORT = 20_000;

  private static final int LAST_PORT = 30_000;

  private Relay() {}

  /** Prints the port. */
  public static void main(String[] args) throws IOException {
    try (ServerSocket server = open();
        Socket from = accept(server);
        Socket to = server.accept()) {
      to.getOutputStream().write(from.getInputStream().read());
    }
  }

  private static Socket accept(ServerSocket server) throws IOException {
    System.out.println(server.getLocalPort());
    return server.accept();
  }

  private static ServerSocket open() throws IOException {
    int port = FIRST_PORT + (int) (ProcessHandle.current().pid() % (LAST_PORT - FIRST_PORT));
    while (true) {
      try {
        return new ServerSocket(port, 2, InetAddress.getLoopbackAddress());
      } catch (IOException taken) {
        if (port++ == LAST_PORT) {
          throw taken;
        }
      }
    }
  }
}
