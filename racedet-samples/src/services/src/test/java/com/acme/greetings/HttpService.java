package com.acme.greetings;

import io.undertow.Undertow;
import io.undertow.server.handlers.BlockingHandler;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import okhttp3.OkHttpClient;
import okhttp3.Response;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/** Servers of HTTP, without a framework, and clients of three kinds. */
class HttpService implements Service {
  private interface Client {
    String get(String uri) throws Exception;
  }

  private final int port;
  private final AutoCloseable server;
  private final Client client;

  private HttpService(int port, AutoCloseable server, Client client) {
    this.port = port;
    this.server = server;
    this.client = client;
  }

  static Service onJetty(Greeter greeter) throws Exception {
    Server server = new Server(new InetSocketAddress("localhost", 0));
    server.setHandler(
        new Handler.Abstract() {
          @Override
          public boolean handle(
              Request request, org.eclipse.jetty.server.Response response, Callback callback) {
            String question = request.getHttpURI().getPath().substring(1);
            Content.Sink.write(response, true, greeter.answer(question), callback);
            greeter.answered(question);
            return true;
          }
        });
    server.start();
    int port = ((ServerConnector) server.getConnectors()[0]).getLocalPort();
    return new HttpService(port, server::stop, okHttpClient());
  }

  static Service onTomcat(Greeter greeter) throws Exception {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(Files.createTempDirectory("tomcat").toString());
    tomcat.setPort(0);
    Context context = tomcat.addContext("", null);
    Tomcat.addServlet(
        context,
        "greeter",
        new HttpServlet() {
          @Override
          protected void doGet(HttpServletRequest request, HttpServletResponse response)
              throws IOException {
            String question = request.getServletPath().substring(1);
            byte[] answer = greeter.answer(question).getBytes(StandardCharsets.UTF_8);
            response.setContentLength(answer.length);
            response.getOutputStream().write(answer);
            response.flushBuffer();
            greeter.answered(question);
          }
        });
    context.addServletMappingDecoded("/", "greeter");
    tomcat.getConnector();
    tomcat.start();
    return new HttpService(
        tomcat.getConnector().getLocalPort(),
        () -> {
          tomcat.stop();
          tomcat.destroy();
        },
        HttpService::open);
  }

  static Service onUndertow(Greeter greeter) {
    Undertow server =
        Undertow.builder()
            .addHttpListener(0, "localhost")
            .setHandler(
                new BlockingHandler(
                    exchange -> {
                      String question = exchange.getRequestPath().substring(1);
                      exchange.getResponseSender().send(greeter.answer(question));
                      greeter.answered(question);
                    }))
            .build();
    server.start();
    InetSocketAddress address = (InetSocketAddress) server.getListenerInfo().get(0).getAddress();
    return new HttpService(address.getPort(), server::stop, client());
  }

  private static Client okHttpClient() {
    OkHttpClient http = new OkHttpClient();
    return uri -> {
      try (Response answer =
          http.newCall(new okhttp3.Request.Builder().url(uri).build()).execute()) {
        return answer.body().string();
      }
    };
  }

  private static String open(String uri) throws IOException {
    try (InputStream answer = URI.create(uri).toURL().openStream()) {
      return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static Client client() {
    HttpClient http = HttpClient.newHttpClient();
    return uri ->
        http.send(
                HttpRequest.newBuilder(URI.create(uri)).build(),
                HttpResponse.BodyHandlers.ofString())
            .body();
  }

  @Override
  public String ask(String question) throws Exception {
    return client.get("http://localhost:" + port + "/" + question);
  }

  @Override
  public void close() throws Exception {
    server.close();
  }
}
