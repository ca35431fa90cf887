package com.acme.greetings;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.netty.handler.codec.string.StringDecoder;
import io.netty.handler.codec.string.StringEncoder;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/** A server of lines, and a client with a connection for each. */
class NettyService implements Service {
  private final EventLoopGroup loops = new NioEventLoopGroup(3);
  private final Channel server;

  NettyService(Greeter greeter) throws InterruptedException {
    server =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .childHandler(lines((context, line) -> reply(greeter, context, line)))
            .bind("localhost", 0)
            .sync()
            .channel();
  }

  private static void reply(Greeter greeter, ChannelHandlerContext context, String question) {
    context.writeAndFlush(greeter.answer(question) + "\n");
    greeter.answered(question);
  }

  private static ChannelInitializer<SocketChannel> lines(
      BiConsumer<ChannelHandlerContext, String> handler) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(SocketChannel channel) {
        channel
            .pipeline()
            .addLast(new LineBasedFrameDecoder(1000), new StringDecoder(), new StringEncoder())
            .addLast(
                new SimpleChannelInboundHandler<String>() {
                  @Override
                  protected void channelRead0(ChannelHandlerContext context, String line) {
                    handler.accept(context, line);
                  }
                });
      }
    };
  }

  @Override
  public String ask(String question) throws Exception {
    CompletableFuture<String> answer = new CompletableFuture<>();
    Channel channel =
        new Bootstrap()
            .group(loops)
            .channel(NioSocketChannel.class)
            .handler(lines((context, line) -> answer.complete(line)))
            .connect(server.localAddress())
            .sync()
            .channel();
    try {
      channel.writeAndFlush(question + "\n");
      return answer.get(60, TimeUnit.SECONDS);
    } finally {
      channel.close().sync();
    }
  }

  @Override
  public void close() throws InterruptedException {
    loops.shutdownGracefully(0, 60, TimeUnit.SECONDS).sync();
  }
}
