package com.acme.greetings;

import io.grpc.CallOptions;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerServiceDefinition;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.okhttp.OkHttpServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** gRPC, without generated code. */
class GrpcService implements Service {
  private static class Text implements MethodDescriptor.Marshaller<String> {
    @Override
    public InputStream stream(String text) {
      return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String parse(InputStream bytes) {
      try {
        return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final MethodDescriptor<String, String> ANSWER =
      MethodDescriptor.newBuilder(new Text(), new Text())
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName("acme.Greeter/Answer")
          .build();

  private final Server server;
  private final ManagedChannel channel;

  private GrpcService(Server server, ManagedChannel channel) {
    this.server = server;
    this.channel = channel;
  }

  static Service inProcess(Greeter greeter) throws IOException {
    String name = InProcessServerBuilder.generateName();
    Server server = start(InProcessServerBuilder.forName(name), greeter);
    return new GrpcService(server, InProcessChannelBuilder.forName(name).build());
  }

  static Service onNetty(Greeter greeter) throws IOException {
    return asked(start(NettyServerBuilder.forPort(0, InsecureServerCredentials.create()), greeter));
  }

  static Service onOkHttp(Greeter greeter) throws IOException {
    return asked(
        start(OkHttpServerBuilder.forPort(0, InsecureServerCredentials.create()), greeter));
  }

  /* By Netty: OkHttp's client gives up if its second thread does not start within a second. */
  private static Service asked(Server server) {
    return new GrpcService(
        server,
        NettyChannelBuilder.forAddress(
                "localhost", server.getPort(), InsecureChannelCredentials.create())
            .build());
  }

  private static Server start(ServerBuilder<?> builder, Greeter greeter) throws IOException {
    return builder
        .addService(
            ServerServiceDefinition.builder("acme.Greeter")
                .addMethod(
                    ANSWER,
                    ServerCalls.asyncUnaryCall(
                        (question, answer) -> {
                          answer.onNext(greeter.answer(question));
                          answer.onCompleted();
                          greeter.answered(question);
                        }))
                .build())
        .build()
        .start();
  }

  @Override
  public String ask(String question) {
    return ClientCalls.blockingUnaryCall(channel, ANSWER, CallOptions.DEFAULT, question);
  }

  @Override
  public void close() throws InterruptedException {
    channel.shutdownNow().awaitTermination(60, TimeUnit.SECONDS);
    server.shutdownNow().awaitTermination(60, TimeUnit.SECONDS);
  }
}
