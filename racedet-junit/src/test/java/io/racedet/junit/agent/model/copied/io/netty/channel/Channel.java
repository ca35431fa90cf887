package io.racedet.junit.agent.model.copied.io.netty.channel;

import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** One end of a connection. */
public record Channel(int localPort, int remotePort) {
  public SocketAddress localAddress() {
    return InetSocketAddress.createUnresolved("localhost", localPort);
  }

  public SocketAddress remoteAddress() {
    return InetSocketAddress.createUnresolved("localhost", remotePort);
  }
}
