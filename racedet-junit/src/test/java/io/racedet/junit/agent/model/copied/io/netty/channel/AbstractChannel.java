package io.racedet.junit.agent.model.copied.io.netty.channel;

import java.net.SocketAddress;

/** A channel with a transport. */
public final class AbstractChannel {
  private AbstractChannel() {}

  /** The transport, which does nothing. */
  public static final class AbstractUnsafe {
    private final Channel channel;

    public AbstractUnsafe(Channel channel) {
      this.channel = channel;
    }

    public SocketAddress localAddress() {
      return channel.localAddress();
    }

    public SocketAddress remoteAddress() {
      return channel.remoteAddress();
    }

    public void shutdownOutput(ChannelPromise promise) {}
  }
}
