// Signs in and reads a list with the client of openapi-generator for Go, as a user would write it.
package main

import (
	"context"
	"fmt"
	"os"

	"list/millwright"
)

func main() {
	configuration := millwright.NewConfiguration()
	configuration.Servers = millwright.ServerConfigurations{{URL: os.Args[1]}}
	client := millwright.NewAPIClient(configuration)
	asked := *millwright.NewPostAuthLoginRequest("admin", os.Args[2])
	signedIn, _, err := client.AuthAPI.PostAuthLogin(context.Background()).PostAuthLoginRequest(asked).Execute()
	if err != nil {
		panic(err)
	}
	configuration.AddDefaultHeader("Authorization", "Bearer "+signedIn.Data.AccessToken)
	page, _, err := client.AssetsAPI.GetAssetsTypes(context.Background()).PerPage(100).Execute()
	if err != nil {
		panic(err)
	}
	isThere := false
	for _, row := range page.Data {
		isThere = isThere || row.Assettype == "Computer"
	}
	fmt.Println(page.Meta.Pagination.Total == int64(len(page.Data)), isThere)
}
