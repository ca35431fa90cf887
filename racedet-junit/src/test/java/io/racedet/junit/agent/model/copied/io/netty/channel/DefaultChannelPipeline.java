package io.racedet.junit.agent.model.copied.io.netty.channel;

import java.net.SocketAddress;

/** The handlers of a channel. */
public final class DefaultChannelPipeline {
  private DefaultChannelPipeline() {}

  /** The one next to the transport, which does nothing. */
  public static final class HeadContext {
    public void bind(ChannelHandlerContext context, SocketAddress local, ChannelPromise promise) {}

    public void connect(
        ChannelHandlerContext context,
        SocketAddress remote,
        SocketAddress local,
        ChannelPromise promise) {}

    public void disconnect(ChannelHandlerContext context, ChannelPromise promise) {}

    public void close(ChannelHandlerContext context, ChannelPromise promise) {}

    public void flush(ChannelHandlerContext context) {}

    public void channelActive(ChannelHandlerContext context) {}

    public void channelInactive(ChannelHandlerContext context) {}

    public void channelRead(ChannelHandlerContext context, Object message) {}

    public void userEventTriggered(ChannelHandlerContext context, Object event) {}

    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {}
  }
}
